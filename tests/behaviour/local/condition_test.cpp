// SPDX-License-Identifier: BSL-1.0
#include <operation_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string_view>

namespace mt = monotable;
using namespace operation_support;
using mt::write_kind;

TEST_CASE("semantics 5: a write is done where its condition holds, and changes nothing where not") {
    database db;
    mt::item const item{{"p", "a"}, {"c", "b"}, {"n", 1}};
    db.put(item);
    for (auto const kind : {write_kind::put, write_kind::update, write_kind::erase, write_kind::check}) {
        CAPTURE(static_cast<int>(kind));
        auto const k = key("a", "b");
        mt::write_request request{.table = "table", .item = k, .kind = kind};
        request.condition = db.condition("n = :v", {{":v", 2}});
        auto const outcome = db.store->write(request);
        CHECK_FALSE(outcome.done);
        CHECK_FALSE(outcome.attributes);
        CHECK(db.get(k) == item);
    }
    auto const k = key("a", "b");
    CHECK(db.store
              ->update({.table = "table",
                        .item = k,
                        .condition = db.condition("n = :v", {{":v", 1}}),
                        .update = db.update("SET n = :n", {{":n", 2}})})
              .done);
    CHECK(db.store->put({.table = "table", .item = item, .condition = db.condition("n = :v", {{":v", 2}})}).done);
    CHECK(db.store->erase({.table = "table", .item = k, .condition = db.condition("n < :v", {{":v", 2}})}).done);
    CHECK_FALSE(db.get(k));
}

TEST_CASE("semantics 5: a missing item has no attributes, not even its key") {
    database db;
    auto const k = key("a", "b");
    auto const put = [&](std::string_view text) {
        return db.store->put({.table = "table", .item = k, .condition = db.condition(text)}).done;
    };
    CHECK_FALSE(put("attribute_exists(p)"));
    CHECK_FALSE(put("p = c"));
    CHECK(put("attribute_not_exists(p)"));
    CHECK_FALSE(put("attribute_not_exists(p)"));
    CHECK(put("attribute_exists(p)"));
}

TEST_CASE("semantics 5: a failed condition gives what is there, if asked for") {
    database db;
    mt::item const item{{"p", "a"}, {"c", "b"}, {"n", 1}};
    auto const k = key("a", "b");
    mt::write_request request{
        .table = "table", .item = k, .condition = db.condition("n > :v", {{":v", 1}}), .return_failed = true};
    for (auto const kind : {write_kind::put, write_kind::update, write_kind::erase}) {
        request.kind = kind;
        CHECK_FALSE(db.store->write(request).attributes);
    }
    db.put(item);
    for (auto const kind : {write_kind::put, write_kind::update, write_kind::erase}) {
        request.kind = kind;
        auto const outcome = db.store->write(request);
        CHECK_FALSE(outcome.done);
        CHECK(outcome.attributes == item);
    }
    CHECK(db.get(k) == item);
}

TEST_CASE("existence and condition must both hold") {
    database db;
    auto const k = key("a", "b");
    auto const put = [&](mt::precondition expected, std::string_view text) {
        return db.store->put({.table = "table", .item = k, .expected = expected, .condition = db.condition(text)}).done;
    };
    CHECK_FALSE(put(mt::precondition::must_exist, "attribute_not_exists(p)"));
    CHECK(put(mt::precondition::must_not_exist, "attribute_not_exists(p)"));
    CHECK_FALSE(put(mt::precondition::must_not_exist, "attribute_exists(p)"));
    CHECK_FALSE(put(mt::precondition::must_exist, "attribute_not_exists(p)"));
    CHECK(put(mt::precondition::must_exist, "attribute_exists(p)"));
}

TEST_CASE("semantics 5: a request that breaks a rule is refused before its condition is looked at") {
    database db;
    auto const never = [&] { return db.condition("attribute_exists(p)"); };
    CHECK_FALSE(refusal([&] {
                    db.store->put({.table = "table", .item = mt::item{{"p", "a"}}, .condition = never()});
                }).empty());
    CHECK_FALSE(refusal([&] {
                    db.store->update({.table = "table",
                                      .item = key("a", "b"),
                                      .condition = never(),
                                      .update = db.update("SET p = :v", {{":v", 1}})});
                }).empty());
    // What only the item can tell is not: the condition comes first.
    auto const outcome = db.store->update(
        {.table = "table", .item = key("a", "b"), .condition = never(), .update = db.update("SET x = y")});
    CHECK_FALSE(outcome.done);
}
