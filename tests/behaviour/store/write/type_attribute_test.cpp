// SPDX-License-Identifier: BSL-1.0
// Items that the type attribute gives to another entity are passed over by writes as by reads.
#include <monotable/managed_fields.hpp>
#include <monotable/transactions.hpp>

#include <store_support.hpp>
#include <writes_support.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <string>

namespace mt = monotable;
using namespace mt::literals;
using store_support::says;

namespace {

struct task {
    std::string id, title;
    int effort = 0;

    bool operator==(task const&) const = default;
};
/// Is written with its consequences.
struct named_task {
    std::string id, title;
    int effort = 0;

    bool operator==(named_task const&) const = default;
};

} // namespace

template <>
struct mt::entity<task> {
    using key = mt::key<"T#{id}">;
    using indexes = mt::indexes<mt::index<"ByEffort", "ALL", "{title}#{effort:4}">>;
};
template <>
struct mt::entity<named_task> : mt::entity<task> {
    using attributes = mt::attributes<mt::unique<"title">>;
    using type = mt::entity_type<"task">;
};

namespace {

template <class Task>
struct board
    : mt::table<"board", mt::partition_key<"pk">, mt::gsi<"ByEffort">, mt::type_attribute<"kind">, mt::entities<Task>> {
};

/// With an item at the key of the task "1" that another program has written.
template <class Task>
mt::store<board<Task>> with_another() {
    mt::store<board<Task>> db;
    mt::write_request request;
    request.table = "board";
    mt::item const others{{"pk", "T#1"}, {"kind", "note"}, {"effort", "much"}, {"text", "hello"}};
    request.item = others;
    REQUIRE(db.implementation()->write(request).done);
    return db;
}

template <class Store>
bool is_untouched(Store const& db) {
    mt::item const key{{"pk", "T#1"}};
    auto const found = db.implementation()->get({.table = "board", .key = key});
    return found == mt::item{{"pk", "T#1"}, {"kind", "note"}, {"effort", "much"}, {"text", "hello"}};
}

template <class Task>
Task task_of(std::string const& id, std::string const& title = "x") {
    Task made;
    made.id = id, made.title = title;
    return made;
}

} // namespace

TEMPLATE_TEST_CASE("an item of another entity is as if absent to what changes or erases", "", task, named_task) {
    auto db = with_another<TestType>();
    auto const mine = task_of<TestType>("1");
    CHECK(!db.template get<TestType>("id"_f == "1"));
    for (auto const& result :
         {db.template update<TestType>("id"_f == "1", "title"_f = "y"),
          db.template update<TestType>("id"_f == "1", "effort"_f += 1),
          db.template update<TestType>("id"_f == "1", "title"_f = "y", mt::when("title"_f.absent()))}) {
        CHECK(result.error() == mt::write_error::not_found);
        CHECK(!result.existing());
        CHECK_THROWS_MATCHES(result.or_throw(), mt::condition_failed, says("no item exists with pk = \"T#1\""));
    }
    CHECK(db.replace(mine).error() == mt::write_error::not_found);
    CHECK(is_untouched(db));

    db.template erase<TestType>("id"_f == "1").or_throw();
    db.erase(mine).or_throw();
    CHECK(db.erase(mine, mt::when("title"_f.exists())).error() == mt::write_error::condition_failed);
    CHECK(is_untouched(db));
    CHECK(!db.template erase<TestType>("id"_f == "1", mt::returning_old).before());
    CHECK(!db.erase(mine, mt::returning_old).before());
}

TEMPLATE_TEST_CASE("an item of another entity stands in the way of what creates", "", task, named_task) {
    auto db = with_another<TestType>();
    auto const created = db.create(task_of<TestType>("1"));
    CHECK(created.error() == mt::write_error::already_exists);
    CHECK(!created.existing());
    auto const upserted = db.template upsert<TestType>("id"_f == "1", "title"_f = "y", "effort"_f = 1);
    CHECK(upserted.error() == mt::write_error::already_exists);
    CHECK(!upserted.existing());
    CHECK(db.move(task_of<TestType>("2"), task_of<TestType>("1")).error() == mt::write_error::not_found);
    db.put(task_of<TestType>("2")).or_throw();
    CHECK(db.move(task_of<TestType>("2"), task_of<TestType>("1")).error() == mt::write_error::already_exists);
    CHECK(db.move(task_of<TestType>("1"), task_of<TestType>("3")).error() == mt::write_error::not_found);
    CHECK(is_untouched(db));

    db.put(task_of<TestType>("1", "w")).or_throw(); // whatever was there
    CHECK(db.template get<TestType>("id"_f == "1"));
}

TEMPLATE_TEST_CASE("transactions leave items of other entities alone", "", task, named_task) {
    auto db = with_another<TestType>();
    auto const with = [&](auto const& action, mt::write_error reason) {
        auto const result = db.transact(action, mt::put(task_of<TestType>("2", "z")));
        CHECK(!result);
        CHECK(result.template get<0>().error() == reason);
        CHECK(!result.template get<0>().existing());
        CHECK(is_untouched(db));
        CHECK(!db.template get<TestType>("id"_f == "2"));
    };
    with(mt::update<TestType>("id"_f == "1", "title"_f = "y"), mt::write_error::not_found);
    with(mt::update<TestType>("id"_f == "1", "effort"_f = 1), mt::write_error::not_found);
    with(mt::upsert<TestType>("id"_f == "1", "title"_f = "y", "effort"_f = 1), mt::write_error::already_exists);
    with(mt::replace(task_of<TestType>("1")), mt::write_error::not_found);
    with(mt::create(task_of<TestType>("1")), mt::write_error::already_exists);
    with(mt::move(task_of<TestType>("1"), task_of<TestType>("3")), mt::write_error::not_found);
    with(mt::check<TestType>("id"_f == "1", mt::when("title"_f.absent())), mt::write_error::not_found);
    store_support::done_or(db.transact(mt::erase<TestType>("id"_f == "1"))[0], mt::write_error::not_found);
    CHECK(is_untouched(db));
}

TEMPLATE_TEST_CASE("an item without a type is written as one of the entity", "", task, named_task) {
    mt::store<board<TestType>> db;
    mt::write_request request;
    request.table = "board";
    mt::item const untyped{{"pk", "T#1"}, {"id", "1"}, {"title", "x"}, {"effort", 1}};
    request.item = untyped;
    REQUIRE(db.implementation()->write(request).done);
    REQUIRE(db.template update<TestType>("id"_f == "1", "effort"_f += 1));
    CHECK(db.template get<TestType>("id"_f == "1")->effort == 2);
    REQUIRE(db.template erase<TestType>("id"_f == "1"));
    CHECK(!db.template get<TestType>("id"_f == "1"));
}
