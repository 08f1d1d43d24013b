// SPDX-License-Identifier: BSL-1.0
// Pairs in two items whose fields are computed from what they repeat of the sides; sides that are erased and put again.
#include "lessons_model.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <string>
#include <type_traits>
#include <vector>

using namespace lessons_model;

namespace {

using school_now = school<>;
using school_later = school<mt::by_stream>;

template <class Table>
void follow(mt::store<Table>& db) {
    if constexpr (std::is_same_v<Table, school_later>) {
        mt::worker<Table> worker(db);
        while (worker.run_once() != 0) {}
    }
}

/// Puts an object, which is not refused.
template <class Table, class E>
void put(mt::store<Table>& db, E const& object) {
    REQUIRE(db.put(object));
}

template <class Table>
void fill(mt::store<Table>& db) {
    put(db, student{"s", "Ann"});
    put(db, student{"t", "Bob"});
    put(db, course{"c", "Chess", 3});
    put(db, course{"d", "Dance", 4});
}

/// The items of each pair repeat what the sides say, if they are there, and are found by their labels.
template <class Table>
void check_pairs(mt::store<Table>& db, std::size_t pairs) {
    follow(db);
    CHECK(db.template scan<taken>().count() == pairs);
    CHECK(db.template scan<attended>().count() == pairs);
    for (taken const& t : db.template scan<taken>().all()) {
        if (auto const of = db.template get<course>("id"_f == t.course_id)) {
            CHECK(t.title == of->title);
            CHECK(t.hours == of->hours);
        }
        CHECK(t.label == t.title + ", " + std::to_string(t.hours + t.since));
        CHECK(
            db.template query<taken>("course_id"_f == t.course_id, "label"_f == t.label, "student_id"_f == t.student_id)
                .count() == 1);
    }
    for (attended const& a : db.template scan<attended>().all()) {
        if (auto const of = db.template get<student>("id"_f == a.student_id)) CHECK(a.name == of->name);
        CHECK(a.label == a.name + "!");
    }
}

/// What a side counts of the relation; 0: nothing.
long long counted(mt::backend& store, char const* pk, char const* sk) {
    mt::item const key = {{"PK", pk}, {"SK", sk}};
    auto const found = store.get({.table = "school", .key = key});
    if (!found) return 0;
    auto const count = found->find("linked#takes");
    return count ? count->as_int64().value_or(-1000) : 0;
}

} // namespace

TEMPLATE_TEST_CASE("a link computes the fields of both its items from what they repeat", "", school_now, school_later) {
    mt::store<TestType> db;
    fill(db);
    REQUIRE(db.template link<"takes">(student{"s"}, course{"c"}, "since"_f = 2000));
    check_pairs(db, 1);
    CHECK(db.template scan<taken>().first() == taken{"s", "c", "Chess", 3, 2000, "Chess, 2003"});
    CHECK(db.template scan<attended>().first() == attended{"s", "c", "Ann", 2000, "Ann!"});
    REQUIRE(db.template link<"takes">(student{"s"}, course{"c"}, "since"_f = 1));
    check_pairs(db, 1);
    REQUIRE(db.transact(mt::link<"takes">(student{"s"}, course{"d"}), mt::link<"takes">(student{"t"}, course{"c"})));
    check_pairs(db, 3);
    REQUIRE(db.template update<course>("id"_f == "c", "title"_f = "Go"));
    check_pairs(db, 3);
    REQUIRE(db.transact(mt::put(student{"s", "Anna"}), mt::update<course>("id"_f == "c", "hours"_f = 9)));
    check_pairs(db, 3);
    put(db, taken{"t", "d", "wrong", 100, 5, "wrong"});
    check_pairs(db, 4);
    put(db, attended{"t", "d", "wrong", 6, "wrong"});
    check_pairs(db, 4);
    REQUIRE(db.create(attended{"none", "d"}).error() == mt::write_error::missing_reference);
    REQUIRE(db.transact(mt::put(student{"u", "Cid"}), mt::put(course{"e", "Ethics", 1}), mt::put(taken{"u", "e"})));
    check_pairs(db, 5);
    REQUIRE(db.transact(mt::put(student{"u", "Cyd"}), mt::link<"takes">(student{"u"}, course{"d"})));
    check_pairs(db, 6);
}

TEMPLATE_TEST_CASE("after() of the items of a pair is what is stored", "", school_now, school_later) {
    mt::store<TestType> db;
    fill(db);
    auto const created = db.create(taken{"s", "c", "wrong", 100, 5, "wrong"}).after();
    CHECK(created == db.template scan<taken>().first());
    auto const written = db.put(attended{"s", "c", "wrong", 6, "wrong"}).after();
    CHECK(written == db.template scan<attended>().first());
}

TEMPLATE_TEST_CASE("a side that is erased and put again: its pairs are current", "", school_now, school_later) {
    mt::store<TestType> db;
    fill(db);
    for (char const* const s : {"s", "t"})
        for (char const* const c : {"c", "d"}) REQUIRE(db.template link<"takes">(student{s}, course{c}));
    db.template erase<course>("id"_f == "c").or_throw();
    db.template erase<student>("id"_f == "s").or_throw();
    check_pairs(db, 4);
    SECTION("put") {
        put(db, course{"c", "Curling", 7});
        check_pairs(db, 4);
        put(db, student{"s", "Sue"});
    }
    SECTION("create, upsert") {
        REQUIRE(db.create(course{"c", "Curling", 7}));
        REQUIRE(db.template upsert<student>("id"_f == "s", "name"_f = "Sue"));
    }
    SECTION("a transaction") { REQUIRE(db.transact(mt::put(course{"c", "Curling", 7}), mt::put(student{"s", "Sue"}))); }
    check_pairs(db, 4);
    REQUIRE(db.template update<course>("id"_f == "c", "title"_f = "Cooking"));
    check_pairs(db, 4);
}

TEST_CASE("no count of pairs falls below zero, and it is right again when a side is put again") {
    mt::store<school_now> db;
    fill(db);
    for (char const* const s : {"s", "t"})
        for (char const* const c : {"c", "d"}) REQUIRE(db.link<"takes">(student{s}, course{c}));
    auto const of_c = [&] { return counted(*db.implementation(), "COURSE#c", "COURSE"); };
    auto const of_s = [&] { return counted(*db.implementation(), "STUDENT#s", "STUDENT"); };
    CHECK(of_c() == 2);
    REQUIRE(db.erase<course>("id"_f == "c"));
    REQUIRE(db.unlink<"takes">(student{"t"}, course{"c"}));
    put(db, course{"c", "Curling", 7});
    CHECK(of_c() == 1);
    CHECK(of_s() == 2);
    REQUIRE(db.link<"takes">(student{"t"}, course{"c"}));
    CHECK(of_c() == 2);
    for (char const* const s : {"s", "t"}) REQUIRE(db.unlink<"takes">(student{s}, course{"c"}));
    CHECK(of_c() == 0);
    REQUIRE(db.unlink<"takes">(student{"s"}, course{"d"}));
    CHECK(of_s() == 0);
}

TEST_CASE("items that were there before they were counted do not make a count negative") {
    mt::store<school_now> db;
    fill(db);
    REQUIRE(db.link<"takes">(student{"s"}, course{"c"}));
    REQUIRE(db.link<"takes">(student{"s"}, course{"d"}));
    mt::item const key = {{"PK", "STUDENT#s"}, {"SK", "STUDENT"}};
    mt::expression update;
    update.begin(mt::expression_kind::update);
    update.add(mt::expression::make(mt::expression_kind::remove,
                                    {mt::expression::path(mt::detail::document_path("linked#takes"))}));
    db.implementation()->write({.table = "school", .item = key, .kind = mt::write_kind::update, .update = update});
    REQUIRE(db.unlink<"takes">(student{"s"}, course{"c"}));
    CHECK(counted(*db.implementation(), "STUDENT#s", "STUDENT") == 0);
    REQUIRE(db.transact(mt::unlink<"takes">(student{"s"}, course{"d"}), mt::link<"takes">(student{"s"}, course{"c"})));
    CHECK(counted(*db.implementation(), "STUDENT#s", "STUDENT") >= 0);
}
