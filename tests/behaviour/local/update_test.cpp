// SPDX-License-Identifier: BSL-1.0
#include <operation_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

namespace mt = monotable;
using namespace operation_support;
using mt::return_values;

TEST_CASE("semantics 6: every right-hand side sees the old item") {
    database db;
    db.put({{"p", "a"}, {"c", "b"}, {"x", 1}, {"y", 2}});
    CHECK(db.after(key("a", "b"), "SET x = y, y = x") == R"({"c": "b", "p": "a", "x": 2, "y": 1})");
    CHECK(db.after(key("a", "b"), "REMOVE x SET z = x + y") == R"({"c": "b", "p": "a", "y": 1, "z": 3})");
}

TEST_CASE("semantics 6: an update of a missing item creates it, unless it only removes") {
    database db;
    CHECK(db.after(key("a", "set"), "SET n = if_not_exists(n, :0) + :1", {{":0", 0}, {":1", 1}}) ==
          R"({"c": "set", "n": 1, "p": "a"})");
    CHECK(db.after(key("a", "add"), "ADD n :1", {{":1", 1}}) == R"({"c": "add", "n": 1, "p": "a"})");
    CHECK(db.after(key("a", "none"), "") == R"({"c": "none", "p": "a"})");
    CHECK(db.after(key("a", "remove"), "REMOVE n, m.x") == "nothing");
    CHECK(db.after(key("a", "delete"), "DELETE s :s", {{":s", expression_support::strings({"x"})}}) == "nothing");
    auto const outcome = db.updated(key("a", "remove"), "REMOVE n", {}, return_values::all_new);
    CHECK(outcome.done);
    CHECK(show(outcome.attributes) == "nothing");
}

TEST_CASE("semantics 6: an update without expression leaves an item as it is") {
    database db;
    db.put({{"p", "a"}, {"c", "b"}, {"x", 1}});
    CHECK(db.after(key("a", "b"), "") == R"({"c": "b", "p": "a", "x": 1})");
}

TEST_CASE("semantics 6: key attributes are not updated") {
    database db;
    auto const update = [&](char const* text) {
        return refusal([&] { db.updated(key("a", "b"), text, {{":v", "v"}}); });
    };
    CHECK(update("SET p = :v") == "One or more parameter values were invalid: Cannot update attribute p. "
                                  "This attribute is part of the key");
    CHECK(update("SET x = :v, c = :v") == "One or more parameter values were invalid: Cannot update "
                                          "attribute c. This attribute is part of the key");
    CHECK(update("SET p.x = :v") == "One or more parameter values were invalid: Cannot update attribute p. "
                                    "This attribute is part of the key");
    CHECK(refusal([&] { db.updated(key("a", "b"), "REMOVE c"); }) ==
          "One or more parameter values were invalid: Cannot update attribute c. This attribute is part of "
          "the key");
    CHECK_FALSE(db.get(key("a", "b")));
}

TEST_CASE("semantics 6: what does not fit the item is refused and changes nothing") {
    database db;
    mt::item const item{{"p", "a"}, {"c", "b"}, {"n", 1}, {"s", "text"}};
    db.put(item);
    auto const update = [&](char const* text, values const& v = {}) {
        return refusal([&] { db.updated(key("a", "b"), text, v); });
    };
    CHECK(update("SET n = :1, x = y + :1", {{":1", 1}}) ==
          "The provided expression refers to an attribute that does not exist in the item");
    CHECK(update("SET s = s + :1", {{":1", 1}}) == "An operand in the update expression has an incorrect data type");
    CHECK(update("SET m.x = :1", {{":1", 1}}) ==
          "The document path provided in the update expression is invalid for update");
    CHECK(db.get(key("a", "b")) == item);
}

TEST_CASE("semantics 1: sums are exact or refused") {
    database db;
    db.put({{"p", "a"}, {"c", "b"}, {"n", mt::decimal("99999999999999999999999999999999999998")}});
    CHECK(db.after(key("a", "b"), "SET n = n + :1", {{":1", 1}}) ==
          R"({"c": "b", "n": 99999999999999999999999999999999999999, "p": "a"})");
    CHECK(refusal([&] { db.updated(key("a", "b"), "ADD n :v", {{":v", mt::decimal("0.1")}}); }) ==
          "Attempting to store more than 38 significant digits in a Number");
}

TEST_CASE("semantics 3: an update may not make an item too large") {
    database db;
    mt::item const item{{"p", "a"}, {"c", "b"}, {"v", std::string(400'000, 'x')}};
    db.put(item);
    auto const grow = [&](std::size_t by) {
        return refusal([&] { db.updated(key("a", "b"), "SET w = :w", {{":w", std::string(by, 'y')}}); });
    };
    // 1+1 for p, 1+1 for c, 1 for v; the rewritten attributes count too: + 3 + 19 - the key's 4
    CHECK(grow(409'600 - 400'005 - 1 - 18 + 1) == "Item size to update has exceeded the maximum allowed size");
    CHECK(db.get(key("a", "b")) == item);
    CHECK(grow(409'600 - 400'005 - 1 - 18).empty());
}

TEST_CASE("semantics 3: the key of an update is the table's, no more and no less") {
    database db;
    auto const update = [&](mt::item const& key) {
        return refusal([&] { db.updated(key, "SET x = :v", {{":v", 1}}); });
    };
    std::string const misfit = "The provided key element does not match the schema";
    CHECK(update({{"p", "a"}}) == misfit);
    CHECK(update({{"p", 1}, {"c", "b"}}) == misfit);
    CHECK(update({{"p", "a"}, {"c", "b"}, {"d", "e"}}) == misfit);
    CHECK(update({{"p", "a"}, {"d", "b"}}) == misfit);
    CHECK(update(key("", "b")) == "One or more parameter values are not valid. The AttributeValue for a key attribute "
                                  "cannot contain an empty string value. Key: p");
}

TEST_CASE("semantics 9: an update gives index keys their type, or is refused") {
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}, .sort = {N("n")}}};
    database db(table);
    mt::item const item{{"p", "a"}, {"c", "b"}, {"g", "x"}, {"n", 1}, {"m", expression_support::map({})}};
    db.put(item);
    auto const update = [&](char const* text, values const& v) {
        return refusal([&] { db.updated(key("a", "b"), text, v); });
    };
    // What the expression tells is told before the item is looked at.
    auto const mismatch = [](std::string const& key, std::string const& expected, std::string const& actual) {
        return "One or more parameter values were invalid: Type mismatch for Index Key " + key +
               " Expected: " + expected + " Actual: " + actual + " IndexName: global";
    };
    CHECK(update("SET g = :v", {{":v", 1}}) == mismatch("g", "S", "N"));
    CHECK(update("SET n = :v", {{":v", mt::value::null()}}) == mismatch("n", "N", "NULL"));
    CHECK(update("SET g = if_not_exists(z, :v)", {{":v", 1}}) == mismatch("g", "S", "N"));
    CHECK(update("SET g = z + :v", {{":v", 1}}) == mismatch("g", "S", "N"));
    CHECK(update("SET g = list_append(z, z)", {}) == mismatch("g", "S", "L"));
    CHECK(update("ADD g :v", {{":v", 1}}) == mismatch("g", "S", "N"));
    CHECK(update("SET n = m", {}) ==
          "The update expression attempted to update the secondary index key to unsupported type");
    CHECK(update("SET n.x = :v", {{":v", 1}}) ==
          "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: n");
    CHECK(update("SET m.y = c.x", {}) ==
          "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: c");
    CHECK(update("SET g = :v", {{":v", ""}}) == "One or more parameter values are not valid. The update "
                                                "expression attempted to update a secondary index key "
                                                "to a value that is not supported. The AttributeValue for a "
                                                "key attribute cannot contain an empty string value.");
    CHECK(update("SET g = :v", {{":v", std::string(2049, 'x')}}) ==
          "The update expression attempted to update the secondary index key beyond allowed size limits");
    CHECK(db.get(key("a", "b")) == item);
    CHECK(db.store->query({.table = "table", .index = "global", .partition = {"x"}}).count == 1);
}

TEST_CASE("semantics 9: an update moves, drops and adds index entries") {
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}, .sort = {N("n")}}};
    database db(table);
    db.put({{"p", "a"}, {"c", "b"}, {"g", "x"}, {"n", 1}});
    auto const entries = [&](char const* g) {
        return all(db.store->query({.table = "table", .index = "global", .partition = {g}}).items, "n");
    };
    db.updated(key("a", "b"), "SET n = n + :1", {{":1", 1}});
    CHECK(entries("x") == "2");
    db.updated(key("a", "b"), "SET g = :y", {{":y", "y"}});
    CHECK(entries("x").empty());
    CHECK(entries("y") == "2");
    db.updated(key("a", "b"), "REMOVE n");
    CHECK(entries("y").empty());
    db.updated(key("a", "b"), "SET n = :1", {{":1", 1}});
    CHECK(entries("y") == "1");
}

TEST_CASE("semantics 7: an update gives back what was asked for") {
    database db;
    auto const update = [&](return_values what) {
        db.put({{"p", "a"}, {"c", "b"}, {"x", 1}, {"y", 2}, {"z", 3}});
        return show(db.updated(key("a", "b"), "SET x = :v REMOVE y", {{":v", 9}}, what).attributes);
    };
    CHECK(update(return_values::none) == "nothing");
    CHECK(update(return_values::all_old) == R"({"c": "b", "p": "a", "x": 1, "y": 2, "z": 3})");
    CHECK(update(return_values::updated_old) == R"({"x": 1, "y": 2})");
    CHECK(update(return_values::all_new) == R"({"c": "b", "p": "a", "x": 9, "z": 3})");
    CHECK(update(return_values::updated_new) == R"({"x": 9})");
}

TEST_CASE("semantics 7: where there is nothing to give back there are no attributes") {
    database db;
    auto const update = [&](char const* c, char const* text, return_values what) {
        return show(db.updated(key("a", c), text, {{":v", 1}}, what).attributes);
    };
    CHECK(update("1", "SET x = :v", return_values::all_old) == "nothing");
    CHECK(update("2", "SET x = :v", return_values::updated_old) == "nothing");
    CHECK(show(db.updated(key("a", "1"), "REMOVE x", {}, return_values::updated_new).attributes) == "nothing");
    CHECK(show(db.updated(key("a", "3"), "", {}, return_values::all_new).attributes) == R"({"c": "3", "p": "a"})");
}

TEST_CASE("semantics 7: puts and erasures give back the old item or nothing") {
    database db;
    mt::item const item{{"p", "a"}, {"c", "b"}, {"x", 1}};
    auto const old = return_values::all_old;
    CHECK_FALSE(db.store->put({.table = "table", .item = item, .returns = old}).attributes);
    CHECK(db.store->put({.table = "table", .item = key("a", "b"), .returns = old}).attributes == item);
    CHECK(db.store->erase({.table = "table", .item = key("a", "b"), .returns = old}).attributes == key("a", "b"));
    auto const again = db.store->erase({.table = "table", .item = key("a", "b"), .returns = old});
    CHECK(again.done);
    CHECK_FALSE(again.attributes);
    for (auto const what : {return_values::all_new, return_values::updated_old, return_values::updated_new}) {
        CHECK(refusal([&] { db.store->put({.table = "table", .item = item, .returns = what}); }) ==
              "ReturnValues can only be ALL_OLD or NONE");
        CHECK(refusal([&] { db.store->erase({.table = "table", .item = key("a", "b"), .returns = what}); }) ==
              "ReturnValues can only be ALL_OLD or NONE");
    }
    CHECK_FALSE(db.get(key("a", "b")));
}
