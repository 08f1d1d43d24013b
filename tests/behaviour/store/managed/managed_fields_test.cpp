// SPDX-License-Identifier: BSL-1.0
// What writes do for fields with roles, whichever verb writes.
#include <monotable/batches.hpp>
#include <monotable/expression/update.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/transactions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

std::int64_t milliseconds = 0;
std::int64_t clock_of_test() { return milliseconds; }
template <class Duration>
std::chrono::sys_time<Duration> moment() {
    return std::chrono::floor<Duration>(
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(milliseconds)));
}

template <class F>
std::string thrown(F const& f) {
    try {
        f();
    } catch (mt::error const& e) {
        return e.what();
    }
    return {};
}

struct account {
    std::string id;
    std::int64_t version = 0, balance = 0;
    std::string owner = {}, opened_by = {}, label = {};
    mt::timestamp opened = {};
    std::chrono::sys_time<std::chrono::microseconds> changed = {};
    std::optional<std::string> note = {};

    static std::string make_label(account const& a) { return a.owner + ": " + std::to_string(a.balance); }
    bool operator==(account const&) const = default;
};

struct counter {
    std::string id;
    std::uint64_t version = 0;
    int n = 0;
};

struct page {
    std::string path, title = {}, words = {};
    std::chrono::sys_seconds changed = {}, first = {};
    std::unique_ptr<int> cache = {};
};

} // namespace

template <>
struct mt::entity<account> {
    using key = mt::key<"ACCOUNT#{id}", "ACCOUNT">;
    using indexes =
        mt::indexes<mt::index<"ByLabel", "LABEL#{label}", "{id}">, mt::index<"Recent", "ACCOUNTS", "{changed}#{id}">>;
    using attributes =
        mt::attributes<mt::version<"version">, mt::created<"opened">, mt::updated<"changed">,
                       mt::read_only<"opened_by">, mt::computed<"label", &account::make_label, "owner", "balance">>;
};
template <>
struct mt::entity<counter> {
    using key = mt::key<"COUNTER#{id}", "COUNTER">;
    using attributes = mt::attributes<mt::version<"version">>;
};
template <>
struct mt::entity<page> {
    using key = mt::key<"PAGE#{path}", "PAGE">;
    using indexes = mt::indexes<mt::index<"Recent", "PAGES", "{first}">>;
    using attributes =
        mt::attributes<mt::key_only<"path">, mt::updated<"changed">, mt::created<"first">, mt::not_stored<"cache">>;
};

namespace {

struct bank : mt::table<"bank", mt::gsi<"ByLabel">, mt::gsi<"Recent">, mt::entities<account, counter, page>> {};

struct fixture {
    fixture() { milliseconds = 1'700'000'000'123; }
    mt::store<bank> db{mt::memory{}, {.clock = clock_of_test}};

    std::optional<account> stored(std::string const& id = "a") const { return db.get<account>("id"_f == id); }
};

account an_account(std::int64_t balance = 0) {
    account a{"a"};
    a.owner = "Ann";
    a.opened_by = "Bob";
    a.balance = balance;
    return a;
}

} // namespace

TEST_CASE_METHOD(fixture, "a version counts from 1, whatever the object says") {
    account a = an_account();
    a.version = 17;
    auto const created = db.create(a);
    REQUIRE(created);
    CHECK(created.after().version == 1);
    CHECK(stored() == created.after());
    account b = an_account();
    b.id = "b";
    b.version = -3;
    CHECK(db.put(b).after().version == 1);
    CHECK(stored("b")->version == 1);
    CHECK(db.upsert<counter>("id"_f == "c", "n"_f = 1).after().version == 1);
}

TEST_CASE_METHOD(fixture, "every write moves the version on") {
    REQUIRE(db.create(an_account()));
    CHECK(db.put(an_account()).after().version == 2);
    CHECK(db.update<account>("id"_f == "a", "balance"_f += 1).after().version == 3);
    CHECK(
        db.upsert<account>("id"_f == "a", "balance"_f = 7, "owner"_f = "Cid", "opened_by"_f = "Dan").after().version ==
        4);
    account const now = stored().value();
    CHECK(now.version == 4);
    CHECK(db.replace(now).after().version == 5);
    CHECK(db.update(stored().value(), "balance"_f = 1).after().version == 6);
    CHECK(db.upsert(stored().value(), "balance"_f = 1, "owner"_f = "Ann", "opened_by"_f = "x").after().version == 7);
    CHECK(db.put(an_account(), mt::when("version"_f == 7)).after().version == 8);
    CHECK(stored()->version == 8);
}

TEST_CASE_METHOD(fixture,
                 "replace, update, upsert and erase of an object are done to the version that it was read from") {
    REQUIRE(db.create(an_account(5)));
    account const old = stored().value();
    REQUIRE(db.update<account>("id"_f == "a", "balance"_f += 1));
    account const now = stored().value();

    auto const replaced = db.replace(old);
    CHECK_FALSE(replaced);
    CHECK(replaced.error() == mt::write_error::version_mismatch);
    CHECK(replaced.existing() == now);
    CHECK(thrown([&] { replaced.or_throw(); }) ==
          "monotable: account in bank: the object is not the version that is stored of the item with "
          "PK = \"ACCOUNT#a\", SK = \"ACCOUNT\", which has version 2, and the object version 1");
    auto const updated = db.update(old, "balance"_f = 100);
    CHECK(updated.error() == mt::write_error::version_mismatch);
    CHECK(updated.existing() == now);
    auto const upserted = db.upsert(old, "balance"_f = 100, "owner"_f = "x", "opened_by"_f = "x");
    CHECK(upserted.error() == mt::write_error::version_mismatch);
    auto const erased = db.erase(old);
    CHECK_FALSE(erased);
    CHECK(erased.error() == mt::write_error::version_mismatch);
    CHECK(db.erase(old, mt::when("balance"_f == 6)).error() == mt::write_error::version_mismatch);
    CHECK(stored() == now);

    CHECK(db.erase(now));
    CHECK_FALSE(stored());
    CHECK(db.erase(now).error() == mt::write_error::not_found);
    CHECK(db.replace(now).error() == mt::write_error::not_found);
    CHECK(db.update(now, "balance"_f = 1).error() == mt::write_error::not_found);
    CHECK(db.upsert(now, "balance"_f = 1, "owner"_f = "x", "opened_by"_f = "x").error() ==
          mt::write_error::version_mismatch);
    CHECK_FALSE(stored());
}

TEST_CASE_METHOD(fixture, "a version of 0 does not pass for new, nor for what is there") {
    REQUIRE(db.create(an_account()));
    account const fresh = an_account(9); // of version 0
    CHECK(db.create(fresh).error() == mt::write_error::already_exists);
    CHECK(db.replace(fresh).error() == mt::write_error::version_mismatch);
    CHECK(db.update(fresh, "balance"_f = 9).error() == mt::write_error::version_mismatch);
    CHECK(db.upsert(fresh, "balance"_f = 9, "owner"_f = "x", "opened_by"_f = "x").error() ==
          mt::write_error::version_mismatch);
    CHECK(db.erase(fresh).error() == mt::write_error::version_mismatch);
    CHECK(stored()->version == 1);
    CHECK(stored()->balance == 0);

    // not even where another program has written that version, or none
    db.implementation()->put({"bank", mt::item{{"PK", mt::value("COUNTER#c")},
                                               {"SK", mt::value("COUNTER")},
                                               {"id", mt::value("c")},
                                               {"n", mt::value(1)},
                                               {"version", mt::value(0)}}});
    CHECK(db.replace(counter{"c", 0, 2}).error() == mt::write_error::version_mismatch);
    CHECK(db.upsert(counter{"c", 0, 2}, "n"_f = 2).error() == mt::write_error::version_mismatch);
    db.implementation()->put({"bank", mt::item{{"PK", mt::value("COUNTER#c")},
                                               {"SK", mt::value("COUNTER")},
                                               {"id", mt::value("c")},
                                               {"n", mt::value(1)}}});
    CHECK(db.replace(counter{"c", 0, 2}).error() == mt::write_error::version_mismatch);
    CHECK(db.erase(counter{"c", 0, 2}).error() == mt::write_error::version_mismatch);
    CHECK(db.update<counter>("id"_f == "c", "n"_f = 3).after().version == 1);
    CHECK(db.upsert(counter{"d", 0, 2}, "n"_f = 2).after().version == 1);
}

TEST_CASE_METHOD(fixture, "versions have 64 bits") {
    auto const set = [&](mt::value version) {
        db.implementation()->put({"bank", mt::item{{"PK", mt::value("COUNTER#c")},
                                                   {"SK", mt::value("COUNTER")},
                                                   {"id", mt::value("c")},
                                                   {"n", mt::value(1)},
                                                   {"version", std::move(version)}}});
    };
    set(mt::value((std::int64_t{1} << 53) + 1));
    auto c = db.get<counter>("id"_f == "c").value();
    CHECK(db.replace(counter{"c", c.version - 1, 2}).error() == mt::write_error::version_mismatch);
    CHECK(db.replace(c).after().version == (std::uint64_t{1} << 53) + 2);
    set(mt::value(std::numeric_limits<std::uint64_t>::max() - 1));
    c = db.get<counter>("id"_f == "c").value();
    CHECK(db.replace(c).after().version == std::numeric_limits<std::uint64_t>::max());
    c = db.get<counter>("id"_f == "c").value();
    CHECK(thrown([&] { db.replace(c).or_throw(); }) ==
          "monotable: counter.version: the version cannot be counted further than 18446744073709551615");
}

TEST_CASE_METHOD(fixture, "created stays, updated moves, in the precision of their fields") {
    auto const first = moment<std::chrono::milliseconds>();
    account a = an_account();
    a.opened = first + std::chrono::hours(5);
    CHECK(db.create(a).after().opened == first);
    CHECK(stored()->changed == first);
    auto const later = [&](auto const& write) {
        milliseconds += 1001;
        write();
        CHECK(stored()->opened == first);
        CHECK(stored()->changed == moment<std::chrono::microseconds>());
        CHECK(db.query<account>(mt::on<"Recent">, "changed"_f == moment<std::chrono::microseconds>()).count() == 1);
        CHECK(db.query<account>(mt::on<"Recent">).count() == 1);
    };
    later([&] { db.put(a).or_throw(); });
    later([&] { CHECK(db.replace(stored().value())); });
    later([&] { CHECK(db.update<account>("id"_f == "a", "note"_f = "n")); });
    later([&] { CHECK(db.upsert<account>("id"_f == "a", "balance"_f = 7, "owner"_f = "Cid", "opened_by"_f = "Dan")); });

    milliseconds = -1;
    CHECK(db.put(page{"/"}).after().changed == std::chrono::sys_seconds(std::chrono::seconds(-1)));
    CHECK(db.get<page>("path"_f == "/")->first == std::chrono::sys_seconds(std::chrono::seconds(-1)));
}

TEST_CASE_METHOD(fixture, "an index over created follows a put, which has to read what is there") {
    db.put(page{"/"}).or_throw();
    auto const first = db.get<page>("path"_f == "/")->first;
    milliseconds += 5000;
    page again{"/", "t"};
    again.first = first + std::chrono::seconds(99);
    db.put(again).or_throw();
    CHECK(db.query<page>(mt::on<"Recent">, "first"_f == first).first()->title == "t");
    CHECK(db.query<page>(mt::on<"Recent">).count() == 1);
}

TEST_CASE_METHOD(fixture, "a read-only field keeps the first value that was stored") {
    db.put(an_account()).or_throw();
    account other = an_account();
    other.opened_by = "Eve";
    CHECK(db.put(other).after().opened_by == "Bob");
    other.version = 2;
    CHECK(db.replace(other).after().opened_by == "Bob");
    CHECK(db.upsert<account>("id"_f == "a", "balance"_f = 7, "owner"_f = "Cid", "opened_by"_f = "Eve")
              .after()
              .opened_by == "Bob");
    CHECK(db.upsert<account>("id"_f == "b", "balance"_f = 7, "owner"_f = "Cid", "opened_by"_f = "Eve")
              .after()
              .opened_by == "Eve");
}

TEST_CASE_METHOD(fixture, "computed fields and the index entries made of them follow") {
    account a = an_account(1);
    a.label = "no";
    CHECK(db.create(a).after().label == "Ann: 1");
    auto const is = [&](std::string const& label) {
        CHECK(stored()->label == label);
        CHECK(db.query<account>("label"_f == label).count() == 1);
        CHECK(db.query<account>(mt::on<"ByLabel">, "label"_f == "Ann: 1").count() == (label == "Ann: 1" ? 1u : 0u));
    };
    is("Ann: 1");
    CHECK(db.put(an_account(2)).after().label == "Ann: 2");
    is("Ann: 2");
    CHECK(db.update<account>("id"_f == "a", "balance"_f += 1));
    is("Ann: 3");
    CHECK(db.update<account>("id"_f == "a", "owner"_f = "Bea", mt::returning_new).after().label == "Bea: 3");
    is("Bea: 3");
    CHECK(db.update<account>("id"_f == "a", "note"_f = "n"));
    is("Bea: 3");
    account changed = stored().value();
    changed.balance = 9;
    CHECK(db.replace(changed));
    is("Bea: 9");
    CHECK(db.upsert<account>("id"_f == "a", "balance"_f = 7, "owner"_f = "Cid", "opened_by"_f = "Eve"));
    is("Cid: 7");
    CHECK(db.upsert<account>("id"_f == "b", "balance"_f = 8, "owner"_f = "Cid", "opened_by"_f = "Eve"));
    CHECK(stored("b")->label == "Cid: 8");
}

TEST_CASE_METHOD(
    fixture, "a put of fields with roles leaves no attribute and no index entry of before, and keeps unknown ones") {
    account a = an_account();
    a.note = "n";
    db.put(a).or_throw();
    db.implementation()->update(
        {"bank",
         mt::item{{"PK", mt::value("ACCOUNT#a")}, {"SK", mt::value("ACCOUNT")}},
         mt::write_kind::update,
         mt::precondition::must_exist,
         {},
         mt::expression::make(
             mt::expression_kind::update,
             {mt::expression::make(mt::expression_kind::set, {mt::expression::path(mt::detail::document_path("other")),
                                                              mt::expression::constant(mt::value(1))})})});
    db.put(an_account()).or_throw();
    CHECK_FALSE(stored()->note);
    auto const item = db.scan<account>().as<mt::item>().first().value();
    CHECK(item.contains("other"));
    CHECK_FALSE(item.contains("note"));
    CHECK(item == [&] {
        auto wanted = db.to_item(stored().value());
        return mt::detail::apply_update(
            mt::expression::make(mt::expression_kind::update,
                                 {mt::expression::make(mt::expression_kind::set,
                                                       {mt::expression::path(mt::detail::document_path("other")),
                                                        mt::expression::constant(mt::value(1))})}),
            wanted);
    }());
}

TEST_CASE_METHOD(fixture, "actions of transactions do for roles what the verbs do") {
    REQUIRE(db.transact(mt::create(an_account(1)), mt::put(counter{"c", 5, 1})));
    CHECK(stored()->version == 1);
    CHECK(stored()->label == "Ann: 1");
    CHECK(stored()->changed == moment<std::chrono::microseconds>());
    account const old = stored().value();
    milliseconds += 5;
    auto t = db.transaction();
    t.update(old, "balance"_f = 2);
    t.put(counter{"c", 5, 2});
    REQUIRE(t.commit());
    CHECK(stored()->version == 2);
    CHECK(stored()->label == "Ann: 2");
    CHECK(stored()->opened == old.opened);
    CHECK(stored()->changed == moment<std::chrono::microseconds>());
    CHECK(db.get<counter>("id"_f == "c")->version == 2);

    auto const refused = db.transact(mt::replace(counter{"c", 1, 7}), mt::erase(old));
    CHECK_FALSE(refused);
    CHECK(refused.get<0>().error() == mt::write_error::version_mismatch);
    CHECK(refused.get<1>().error() == mt::write_error::version_mismatch);
    CHECK(refused.get<1>().existing() == stored());
    CHECK(thrown([&] { refused.get<0>().or_throw(); }).ends_with(", which has version 2, and the object version 1"));
    REQUIRE(db.transact(mt::replace(counter{"c", 2, 7}), mt::erase(stored().value())));
    CHECK_FALSE(stored());
    CHECK(db.get<counter>("id"_f == "c")->version == 3);
}

TEST_CASE_METHOD(fixture, "batches do for roles what the verbs do") {
    std::vector<counter> const counters{{"c", 7, 1}, {"d", 0, 2}};
    CHECK(db.batch_put(counters));
    CHECK(db.batch_put(counters));
    CHECK(db.get<counter>("id"_f == "c")->version == 2);
    auto batch = db.batch();
    batch.put(counter{"c", 1, 3});
    batch.erase(counter{"d", 1, 3});
    auto const left = batch.commit();
    REQUIRE(left.refused().size() == 1);
    CHECK(left.refused()[0].reason == mt::write_error::version_mismatch);
    CHECK(db.get<counter>("id"_f == "c")->version == 3);
    CHECK(db.get<counter>("id"_f == "d"));
}

TEST_CASE_METHOD(fixture, "a transaction under a token is the same at another time") {
    auto const make = [&] { return db.transact(mt::create(an_account(1)), mt::token("t")); };
    REQUIRE(make());
    milliseconds += 1000;
    CHECK(make());
    CHECK(stored()->version == 1);
}

TEST_CASE_METHOD(fixture, "an item that moves goes on: its version is counted, it was created when it was") {
    REQUIRE(db.create(an_account(5)));
    account const old = stored().value();
    milliseconds += 1000;
    account next = old;
    next.id = "b";
    next.balance = 6;
    REQUIRE(db.move(old, next));
    CHECK(!stored());
    account const now = stored("b").value();
    CHECK(now.version == 2);
    CHECK(now.opened == old.opened);
    CHECK(now.opened_by == "Bob");
    CHECK(now.changed > old.changed);
    CHECK(now.label == "Ann: 6");
    CHECK(db.query<account>("label"_f == "Ann: 6").count() == 1);
    CHECK(db.query<account>("label"_f == "Ann: 5").count() == 0);

    account stale = now;
    stale.version = 1;
    account third = now;
    third.id = "c";
    CHECK(db.move(stale, third).error() == mt::write_error::version_mismatch);
    REQUIRE(db.move(now, now)); // the key stays
    CHECK(stored("b")->version == 3);
    CHECK(db.scan<account>().count() == 1);
}

TEST_CASE_METHOD(fixture, "a move continues the version and keeps what stays") {
    REQUIRE(db.create(an_account(1)));
    account const old = stored().value();
    milliseconds += 1000;
    account moved = old;
    moved.id = "b";
    moved.opened_by = "Eve";
    moved.balance = 2;
    REQUIRE(db.move(old, moved));
    account const there = stored("b").value();
    CHECK(there.version == 2);
    CHECK(there.opened == old.opened);
    CHECK(there.changed == moment<std::chrono::microseconds>());
    CHECK(there.opened_by == "Bob");
    CHECK(there.label == "Ann: 2");
    CHECK(db.query<account>("label"_f == "Ann: 2").count() == 1);
    CHECK_FALSE(stored());
    CHECK(db.move(old, moved).error() == mt::write_error::not_found);
    auto const again = db.move(moved, old); // of version 1
    CHECK(again.error() == mt::write_error::version_mismatch);
}
