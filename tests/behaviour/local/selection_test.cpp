// SPDX-License-Identifier: BSL-1.0
// What queries and scans return of what they read: filters, projections, selections.
#include <operation_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <string_view>

namespace mt = monotable;
using namespace operation_support;
using mt::selection;

namespace {

mt::table_description indexed() {
    auto table = simple_table();
    table.indexes = {
        {.name = "keys", .partition = {S("g")}, .sort = {N("n")}, .projection = mt::projection_type::keys_only},
        {.name = "some", .partition = {S("g")}, .projection = mt::projection_type::include, .included = {"x"}},
        {.name = "everything", .partition = {S("g")}},
        {.name = "local",
         .local = true,
         .partition = {S("p")},
         .sort = {N("n")},
         .projection = mt::projection_type::keys_only}};
    return table;
}

// a/0 to a/9 with n = 0 to 9, and one global partition.
database ten() {
    database db(indexed());
    for (int i = 0; i < 10; ++i)
        db.put({{"p", "a"}, {"c", std::to_string(i)}, {"n", i}, {"g", "g"}, {"x", i % 2}, {"y", i}});
    return db;
}

} // namespace

TEST_CASE("semantics 9: a filter is counted after, items are scanned before") {
    auto db = ten();
    auto const page =
        db.store->query({.table = "table", .partition = {"a"}, .filter = db.condition("x = :v", {{":v", 1}})});
    CHECK(all(page.items, "c") == "1 3 5 7 9");
    CHECK(page.count == 5);
    CHECK(page.scanned_count == 10);
    CHECK_FALSE(page.last_evaluated_key);
    auto const scan = db.store->scan({.table = "table", .filter = db.condition("y >= :v", {{":v", 7}})});
    CHECK(all(scan.items, "c") == "7 8 9");
    CHECK(scan.scanned_count == 10);
}

TEST_CASE("semantics 9: a limit counts items before the filter") {
    auto db = ten();
    mt::query_request request{.table = "table", .partition = {"a"}, .limit = 5};
    request.filter = db.condition("y > :v", {{":v", 100}});
    auto const page = db.store->query(request);
    CHECK(page.count == 0);
    CHECK(page.items.empty());
    CHECK(page.scanned_count == 5);
    CHECK(page.last_evaluated_key == key("a", "4"));
    request.limit = 10;
    CHECK(db.store->query(request).last_evaluated_key == key("a", "9"));
    request.limit = 11;
    CHECK_FALSE(db.store->query(request).last_evaluated_key);
}

TEST_CASE("semantics 9: pages go on behind items that the filter left out") {
    auto db = ten();
    std::string found;
    mt::query_request request{.table = "table", .partition = {"a"}, .limit = 3};
    request.filter = db.condition("x = :v", {{":v", 1}});
    int pages = 0;
    do {
        auto page = db.store->query(request);
        found += all(page.items, "c") + "|";
        request.exclusive_start_key = std::move(page.last_evaluated_key);
        ++pages;
    } while (request.exclusive_start_key && pages < 10);
    CHECK(found == "1|3 5|7|9|");
}

TEST_CASE("semantics 9: a query's filter may not touch the key that it queries; a scan's may") {
    auto db = ten();
    auto const query = [&](std::string_view index, std::string_view filter) {
        return refusal([&] {
            mt::query_request request{
                .table = "table", .index = index, .partition = {index.empty() || index == "local" ? "a" : "g"}};
            request.filter = db.condition(filter, {{":v", 1}});
            db.store->query(request);
        });
    };
    auto const text = [](char const* name) {
        return std::string("Filter Expression can only contain non-primary key attributes: Primary key attribute: ") +
               name;
    };
    CHECK(query("", "c = :v") == text("c"));
    CHECK(query("", "x = :v AND (NOT size(p) > :v OR y = :v)") == text("p"));
    CHECK(query("", "n = :v").empty());
    CHECK(query("keys", "n = :v") == text("n"));
    CHECK(query("keys", "attribute_exists(g) AND n = :v") == text("g"));
    CHECK(query("keys", "c = :v").empty());
    CHECK(query("local", "n = :v") == text("n"));
    CHECK(query("local", "c = :v").empty());
    CHECK(db.store->scan({.table = "table", .filter = db.condition("c = :v", {{":v", "3"}})}).count == 1);
    CHECK(db.store->scan({.table = "table", .index = "keys", .filter = db.condition("n = :v", {{":v", 3}})}).count ==
          1);
}

TEST_CASE("semantics 9: an index's filter does not see what the index does not have") {
    auto db = ten();
    auto const count = [&](std::string_view index, std::string_view filter) {
        return db.store
            ->query({.table = "table", .index = index, .partition = {"g"}, .filter = db.condition(filter, {{":v", 1}})})
            .count;
    };
    CHECK(count("everything", "y = :v") == 1);
    CHECK(count("some", "y = :v") == 0);
    CHECK(count("some", "attribute_not_exists(y) AND x <= :v") == 10);
    CHECK(count("some", "x = :v") == 5);
    CHECK(count("some", "x = :v AND attribute_not_exists(y)") == 5);
}

TEST_CASE("semantics 8: a projection has what its paths lead to and nothing else") {
    database db;
    using expression_support::list;
    using expression_support::map;
    db.put({{"p", "a"}, {"c", "b"}, {"m", map({{"x", 1}, {"y", 2}})}, {"l", list({0, 1, 2})}});
    auto const k = key("a", "b");
    auto const get = [&](std::string_view paths) {
        return show(db.store->get({.table = "table", .key = k, .projection = db.projection(paths)}));
    };
    CHECK(get("c, m.y, l[2], l[0]") == R"({"c": "b", "l": [0, 2], "m": {"y": 2}})");
    CHECK(get("z") == "{}");
    auto const other = key("a", "c");
    CHECK(show(db.store->get({.table = "table", .key = other, .projection = db.projection("z")})) == "nothing");
    auto const page = db.store->query({.table = "table", .partition = {"a"}, .projection = db.projection("m.x, z")});
    CHECK(show(page.items.at(0)) == R"({"m": {"x": 1}})");
    CHECK(show(db.store->scan({.table = "table", .projection = db.projection("z")}).items.at(0)) == "{}");
}

TEST_CASE("semantics 9: a filter may use what the projection leaves out") {
    auto db = ten();
    auto const page = db.store->query({.table = "table",
                                       .partition = {"a"},
                                       .projection = db.projection("c"),
                                       .filter = db.condition("y = :v", {{":v", 4}})});
    REQUIRE(page.items.size() == 1);
    CHECK(show(page.items[0]) == R"({"c": "4"})");
}

TEST_CASE("semantics 9: a count has no items") {
    auto db = ten();
    auto const page = db.store->query({.table = "table",
                                       .partition = {"a"},
                                       .select = selection::count,
                                       .limit = 4,
                                       .filter = db.condition("x = :v", {{":v", 1}})});
    CHECK(page.items.empty());
    CHECK(page.count == 2);
    CHECK(page.scanned_count == 4);
    CHECK(page.last_evaluated_key == key("a", "3"));
    CHECK(db.store->scan({.table = "table", .index = "keys", .select = selection::count}).count == 10);
}

TEST_CASE("semantics 9: all attributes of a global index only if it has them") {
    auto db = ten();
    auto const query = [&](std::string_view index) {
        return db.store->query(
            {.table = "table", .index = index, .partition = {"g"}, .select = selection::all, .limit = 1});
    };
    CHECK(names(query("everything").items.at(0)) == "c g n p x y");
    CHECK(refusal([&] { query("keys"); }) == "One or more parameter values were invalid: Select type "
                                             "ALL_ATTRIBUTES is not supported for global secondary "
                                             "index keys because its projection type is not ALL");
    CHECK(refusal([&] { db.store->scan({.table = "table", .index = "some", .select = selection::all}); }) ==
          "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global "
          "secondary "
          "index some because its projection type is not ALL");
}

TEST_CASE("semantics 9: a global index projects what it projects") {
    auto db = ten();
    auto const query = [&](std::string_view paths) {
        return db.store->query(
            {.table = "table", .index = "some", .partition = {"g"}, .limit = 1, .projection = db.projection(paths)});
    };
    CHECK(show(query("x, c").items.at(0)) == R"({"c": "0", "x": 0})");
    CHECK(refusal([&] { query("x, y, z.a"); }) ==
          "One or more parameter values were invalid: Global secondary index some does not project [y, z]");
    CHECK(names(db.store->query({.table = "table", .index = "keys", .partition = {"g"}, .limit = 1}).items.at(0)) ==
          "c g n p");
}

TEST_CASE("semantics 9: a local index fetches from the table what it does not project") {
    auto db = ten();
    auto const query = [&](selection select, mt::expression_view projection = {}) {
        auto const page = db.store->query({.table = "table",
                                           .index = "local",
                                           .partition = {"a"},
                                           .descending = true,
                                           .consistent = true,
                                           .select = select,
                                           .limit = 1,
                                           .projection = projection});
        return show(page.items.at(0));
    };
    CHECK(query(selection::projected) == R"({"c": "9", "n": 9, "p": "a"})");
    CHECK(query(selection::all) == R"({"c": "9", "g": "g", "n": 9, "p": "a", "x": 1, "y": 9})");
    CHECK(query(selection::projected, db.projection("y, c")) == R"({"c": "9", "y": 9})");
}

TEST_CASE("semantics 9: global indexes have no consistent reads") {
    auto db = ten();
    std::string const text = "Consistent reads are not supported on global secondary indexes";
    CHECK(refusal([&] {
              db.store->query({.table = "table", .index = "keys", .partition = {"g"}, .consistent = true});
          }) == text);
    CHECK(refusal([&] { db.store->scan({.table = "table", .index = "keys", .consistent = true}); }) == text);
    CHECK(refusal([&] { db.store->scan({.table = "table", .index = "none"}); }) ==
          "The table does not have the specified index: none");
}
