// SPDX-License-Identifier: BSL-1.0
#include <operation_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace operation_support;
using mt::cancellation;

namespace {

std::int64_t time_now = 0;
std::int64_t told() { return time_now; }

using actions = std::vector<mt::write_request>;

// "condition_failed none invalid", or "done".
std::string reasons(mt::transaction_outcome const& outcome) {
    std::string out;
    for (auto const& each : outcome.actions)
        out += each.reason == cancellation::none               ? " none"
               : each.reason == cancellation::invalid          ? " invalid"
               : each.reason == cancellation::condition_failed ? " condition_failed"
                                                               : " other";
    return outcome.done ? "done" + out : out.substr(1);
}

mt::item with_x(char const* c, int x) { return {{"p", "a"}, {"c", c}, {"x", x}}; }

} // namespace

TEST_CASE("semantics 10: a transaction is done as a whole") {
    database db;
    db.store->create_table({.name = "other", .partition = S("p")});
    db.put(with_x("1", 1));
    db.put(with_x("2", 2));
    db.put(with_x("3", 3));
    auto other = db.to_put({{"p", "o"}});
    other.table = "other";
    auto const outcome = db.store->transact_write(
        actions{db.to_update(key("a", "1"), "SET x = x + :v", {{":v", 10}}), db.to_erase(key("a", "2")),
                db.to_check(key("a", "3"), "x = :v", {{":v", 3}}), other, db.to_put(with_x("4", 4))},
        "");
    CHECK(reasons(outcome) == "done none none none none none");
    CHECK(all(db.store->query({.table = "table", .partition = {"a"}}).items, "x") == "11 3 4");
    CHECK(db.store->scan({.table = "other"}).count == 1);
}

TEST_CASE("semantics 10: a failed condition cancels all of a transaction, with a reason for each action") {
    database db;
    db.put(with_x("1", 1));
    auto failing = db.to_check(key("a", "1"), "x = :v", {{":v", 2}});
    auto const before = db.to_put(with_x("2", 2)), behind = db.to_erase(key("a", "3"));
    auto outcome = db.store->transact_write(actions{before, failing, behind}, "");
    CHECK(reasons(outcome) == "none condition_failed none");
    CHECK(outcome.actions[0].message.empty());
    CHECK(outcome.actions[1].message == "The conditional request failed");
    CHECK_FALSE(outcome.actions[1].attributes);
    CHECK(db.store->scan({.table = "table"}).count == 1);
    failing.return_failed = true;
    outcome = db.store->transact_write(actions{before, failing, behind}, "");
    CHECK(outcome.actions[1].attributes == with_x("1", 1));
    auto missing = db.to_check(key("a", "9"), "attribute_exists(p)");
    missing.return_failed = true;
    outcome = db.store->transact_write(actions{missing, failing}, "");
    CHECK(reasons(outcome) == "condition_failed condition_failed");
    CHECK_FALSE(outcome.actions[0].attributes);
}

TEST_CASE("semantics 10: conditions of a transaction see what was there before it") {
    database db;
    db.put(with_x("1", 1));
    auto moved = db.to_put(with_x("2", 1));
    moved.condition = db.condition("attribute_not_exists(p)");
    auto gone = db.to_erase(key("a", "1"));
    gone.condition = db.condition("attribute_exists(p)");
    CHECK(reasons(db.store->transact_write(actions{gone, moved}, "")) == "done none none");
    CHECK(reasons(db.store->transact_write(actions{gone, moved}, "")) == "condition_failed condition_failed");
}

TEST_CASE("semantics 10: what does not fit an item is the reason of the first such action alone") {
    database db;
    db.put({{"p", "a"}, {"c", "1"}, {"s", "text"}});
    auto const sum = db.to_update(key("a", "1"), "SET s = s + :1", {{":1", 1}});
    auto const path = db.to_update(key("a", "2"), "SET m.x = :1", {{":1", 1}});
    auto const good = db.to_put(with_x("3", 1));
    auto outcome = db.store->transact_write(actions{good, sum, path}, "");
    CHECK(reasons(outcome) == "none invalid none");
    CHECK(outcome.actions[1].message == "An operand in the update expression has an incorrect data type");
    outcome = db.store->transact_write(actions{path, sum}, "");
    CHECK(outcome.actions[0].message == "The document path provided in the update expression is invalid for update");
    outcome = db.store->transact_write(actions{db.to_erase({{"p", 1}, {"c", "1"}}), good}, "");
    CHECK(reasons(outcome) == "invalid none");
    CHECK(outcome.actions[0].message == "The provided key element does not match the schema");
    outcome = db.store->transact_write(actions{good, db.to_put({{"p", 1}, {"c", "1"}})}, "");
    CHECK(reasons(outcome) == "none invalid");
    CHECK(outcome.actions[1].message ==
          "One or more parameter values were invalid: Type mismatch for key p expected: S actual: N");
    CHECK(db.store->scan({.table = "table"}).count == 1);
}

TEST_CASE("semantics 10: a put that is too large is refused, an update is a reason") {
    database db;
    db.put({{"p", "a"}, {"c", "1"}, {"v", std::string(300'000, 'x')}});
    CHECK(refusal([&] {
              db.store->transact_write(actions{db.to_put({{"p", "a"}, {"c", "2"}, {"v", std::string(410'000, 'x')}})},
                                       "");
          }) == "Item size has exceeded the maximum allowed size");
    auto const outcome = db.store->transact_write(
        actions{db.to_update(key("a", "1"), "SET w = :w", {{":w", std::string(200'000, 'y')}})}, "");
    CHECK(reasons(outcome) == "invalid");
    CHECK(outcome.actions[0].message == "Item size to update has exceeded the maximum allowed size");
}

TEST_CASE("semantics 10: an item comes once in a transaction") {
    database db;
    db.store->create_table({.name = "other", .partition = S("p"), .sort = S("c")});
    std::string const text = "Transaction request cannot include multiple operations on one item";
    auto const put = db.to_put(with_x("1", 1));
    CHECK(refusal([&] { db.store->transact_write(actions{put, db.to_put(with_x("2", 1)), put}, ""); }) == text);
    CHECK(refusal([&] {
              db.store->transact_write(actions{put, db.to_check(key("a", "1"), "attribute_exists(p)")}, "");
          }) == text);
    CHECK(db.store->scan({.table = "table"}).count == 0);
    auto other = put;
    other.table = "other";
    CHECK(db.store->transact_write(actions{put, other}, "").done);
}

TEST_CASE("semantics 10: a transaction has 100 actions and 4 MB") {
    database db;
    actions many;
    for (int i = 0; i < 101; ++i) many.push_back(db.to_put({{"p", "a"}, {"c", std::to_string(i)}}));
    CHECK(refusal([&] { db.store->transact_write(many, ""); }) == "Member must have length less than or equal to 100");
    many.pop_back();
    CHECK(db.store->transact_write(many, "").done);
    actions large, erasures;
    for (int i = 0; i < 11; ++i) {
        large.push_back(db.to_put({{"p", "a"}, {"c", std::to_string(i)}, {"v", std::string(390'000, 'x')}}));
        erasures.push_back(db.to_erase(key("a", std::to_string(i).c_str())));
    }
    CHECK_FALSE(refusal([&] { db.store->transact_write(large, ""); }).empty());
    large.pop_back();
    CHECK(db.store->transact_write(large, "").done);
    db.put({{"p", "a"}, {"c", "10"}, {"v", std::string(390'000, 'x')}});
    CHECK(db.store->transact_write(erasures, "").done);
}

TEST_CASE("semantics 10: a missing table is no reason but an error") {
    database db;
    auto put = db.to_put(with_x("1", 1));
    put.table = "none";
    try {
        db.store->transact_write(actions{db.to_put(with_x("2", 1)), put}, "");
        FAIL();
    } catch (mt::store_error const& e) {
        CHECK(e.fault() == mt::store_fault::no_such_table);
        CHECK(e.rule() == "Requested resource not found");
    }
    CHECK(db.store->scan({.table = "table"}).count == 0);
}

TEST_CASE("semantics 10: with its token a transaction is done once in ten minutes") {
    time_now = 1'700'000'000'000;
    database db;
    db.store = store_support::tested_store(told);
    db.store->create_table(simple_table());
    actions const add = {db.to_update(key("a", "1"), "ADD x :1", {{":1", 1}})};
    auto const x = [&] { return show(db.get(key("a", "1"))); };
    CHECK(db.store->transact_write(add, "token").done);
    auto const again = db.store->transact_write(add, "token");
    CHECK(reasons(again) == "done none");
    CHECK(x() == R"({"c": "1", "p": "a", "x": 1})");
    CHECK(db.store->transact_write(add, "other token").done);
    CHECK(db.store->transact_write(add, "").done);
    CHECK(db.store->transact_write(add, "").done);
    CHECK(x() == R"({"c": "1", "p": "a", "x": 4})");
    time_now += 10 * 60 * 1000 - 1;
    CHECK(db.store->transact_write(add, "token").done);
    CHECK(x() == R"({"c": "1", "p": "a", "x": 4})");
    time_now += 1;
    CHECK(db.store->transact_write(add, "token").done);
    CHECK(x() == R"({"c": "1", "p": "a", "x": 5})");
}

TEST_CASE("semantics 10: a token does not go with other actions") {
    database db;
    actions const first = {db.to_update(key("a", "1"), "ADD x :1", {{":1", 1}})},
                  second = {db.to_update(key("a", "1"), "ADD x :1", {{":1", 2}})},
                  third = {db.to_update(key("a", "2"), "ADD x :1", {{":1", 1}})};
    CHECK(db.store->transact_write(first, "token").done);
    for (auto const* each : {&second, &third}) {
        try {
            db.store->transact_write(*each, "token");
            FAIL();
        } catch (mt::store_error const& e) {
            CHECK(e.fault() == mt::store_fault::token_reused);
        }
    }
    CHECK(show(db.get(key("a", "1"))) == R"({"c": "1", "p": "a", "x": 1})");
    CHECK_FALSE(db.get(key("a", "2")));
}

TEST_CASE("semantics 10: the token of a cancelled transaction can be used again") {
    database db;
    auto put = db.to_put(with_x("1", 2));
    put.condition = db.condition("attribute_exists(p)");
    CHECK_FALSE(db.store->transact_write(actions{put}, "token").done);
    db.put(with_x("1", 1));
    CHECK(db.store->transact_write(actions{put}, "token").done);
    CHECK(db.get(key("a", "1")) == with_x("1", 2));
}

TEST_CASE("many tokens are remembered, and forgotten in time") {
    time_now = 1'700'000'000'000;
    database db;
    db.store = store_support::tested_store(told);
    db.store->create_table(simple_table());
    actions const add = {db.to_update(key("a", "1"), "ADD x :1", {{":1", 1}})};
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 1000; ++i)
            CHECK(db.store->transact_write(add, "token " + std::to_string(round * 700 + i)).done);
        time_now += 1000;
    }
    CHECK(show(db.get(key("a", "1"))) == R"({"c": "1", "p": "a", "x": 1700})");
    time_now += 20 * 60 * 1000;
    for (int i = 0; i < 300; ++i) CHECK(db.store->transact_write(add, "token " + std::to_string(i)).done);
    CHECK(show(db.get(key("a", "1"))) == R"({"c": "1", "p": "a", "x": 2000})");
}

TEST_CASE("semantics 10: a transaction of reads keeps their order, and projections have no key") {
    database db;
    db.store->create_table({.name = "other", .partition = S("p")});
    db.put(with_x("1", 1));
    db.put(with_x("2", 2));
    mt::item const o{{"p", "o"}};
    db.store->put({.table = "other", .item = o});
    auto const k1 = key("a", "1"), k2 = key("a", "2"), none = key("a", "3");
    std::vector<mt::get_request> const requests = {{.table = "table", .key = k2, .projection = db.projection("x")},
                                                   {.table = "other", .key = o},
                                                   {.table = "table", .key = none},
                                                   {.table = "table", .key = k1}};
    auto const items = db.store->transact_get(requests);
    REQUIRE(items.size() == 4);
    CHECK(show(items[0]) == R"({"x": 2})");
    CHECK(show(items[1]) == R"({"p": "o"})");
    CHECK(show(items[2]) == "nothing");
    CHECK(show(items[3]) == R"({"c": "1", "p": "a", "x": 1})");
    CHECK(refusal([&] { db.store->transact_get(std::vector<mt::get_request>(101, {.table = "table", .key = k1})); }) ==
          "Member must have length less than or equal to 100");
}
