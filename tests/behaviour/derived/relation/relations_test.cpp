// SPDX-License-Identifier: BSL-1.0
#include "relation_model.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace relation_model;

static_assert(mt::valid<world>);

namespace {

struct account {
    customer owner;
    std::vector<order> orders;
};

void fill(mt::store<world>& db) {
    db.put(customer{"c1", "Ann", {{"1 High St", "Bonn"}, {"2 Low St", "Ulm"}}}).or_throw();
    db.put(customer{"c10", "Bob", {}}).or_throw();
    for (char const* id : {"o1", "o2", "o3"}) db.put(order{"c1", id, id[1] - '0'}).or_throw();
    db.put(order{"c10", "o1", 7}).or_throw();
    db.put(ticket{2, "c1"}).or_throw();
    db.put(ticket{10, "c1", false}).or_throw();
    db.put(ticket{3, {}}).or_throw();
    db.put(country{"US", "Washington"}).or_throw();
    for (char const* city : {"Omaha", "Lincoln"}) db.put(place{"US", "NE", city, "68118"}).or_throw();
    db.put(place{"US", "NEV", "Reno", "89501"}).or_throw();
    db.put(place{"US", "NY", "Albany", "12201"}).or_throw();
}

template <class Range>
std::string totals(Range const& range) {
    std::string result;
    for (order const& each : range) result += std::to_string(each.total);
    return result;
}

} // namespace

TEST_CASE("children in the collection of their parent are its own only") {
    mt::store<world> db;
    fill(db);
    REQUIRE(totals(db.children<"orders">(customer{"c1", {}, {}})) == "123");
    REQUIRE(totals(db.children<"orders">(customer{"c10", {}, {}})) == "7");
    REQUIRE(totals(db.children<"orders">(customer{"c2", {}, {}})).empty());
    REQUIRE(db.children<"orders">(customer{"c1", {}, {}}).index() == "world");
}

TEST_CASE("children are a range as of a query: more conditions, order, filters, pages") {
    mt::store<world> db;
    fill(db);
    customer const ann{"c1", {}, {}};
    REQUIRE(totals(db.children<"orders">(ann, "id"_f >= "o2").descending()) == "32");
    REQUIRE(totals(db.children<"orders">(ann).filter("total"_f != 2)) == "13");
    auto const first = db.children<"orders">(ann).limit(2).page();
    REQUIRE(first.items.size() == 2);
    REQUIRE(totals(db.children<"orders">(ann).after(first.cursor)) == "3");
    REQUIRE_THROWS_AS(db.children<"orders">(customer{"c10", {}, {}}).after(first.cursor).all(), mt::bad_cursor);
}

TEST_CASE("children by an index, some of which have no parent") {
    mt::store<world> db;
    fill(db);
    auto const tickets = db.children<"tickets">(customer{"c1", {}, {}});
    REQUIRE(tickets.index() == "GSI1");
    REQUIRE(tickets.all() == std::vector{ticket{2, "c1"}, ticket{10, "c1", false}});
    REQUIRE(db.children<"tickets">(customer{"c1", {}, {}}, "number"_f > 2u).count() == 1);
    REQUIRE(db.parent<"tickets">(ticket{2, "c1"})->name == "Ann");
    REQUIRE_FALSE(db.parent<"tickets">(ticket{3, {}}));
    REQUIRE_FALSE(db.parent<"tickets">(ticket{4, "nobody"}));
}

TEST_CASE("children at any level of a composite sort key") {
    mt::store<world> db;
    fill(db);
    REQUIRE(db.children<"places">(country{"US", {}}).count() == 4);
    REQUIRE(db.children<"places">(country{"US", {}}, "state"_f == "NE", "city"_f == "Omaha").count() == 1);
    REQUIRE(db.children<"in_state">(state{"US", "NE"}).count() == 2); // and not those of NEV
    REQUIRE(db.children<"in_state">(state{"US", "NE"}, "city"_f.begins_with("Li")).count() == 1);
    REQUIRE(db.parent<"places">(place{"US", "NY", "Albany", "12201"}) == country{"US", "Washington"});
}

TEST_CASE("nested children are those that are stored") {
    mt::store<world> db;
    fill(db);
    REQUIRE(db.children<"addresses">(customer{"c1", "stale", {}}) ==
            std::vector<line>{{"1 High St", "Bonn"}, {"2 Low St", "Ulm"}});
    REQUIRE(db.children<"addresses">(customer{"c10", {}, {{"stale", "stale"}}}).empty());
    REQUIRE(db.children<"addresses">(customer{"nobody", {}, {}}).empty());
}

TEST_CASE("the parent is read, not made of the child") {
    mt::store<world> db;
    fill(db);
    REQUIRE(db.parent<"orders">(order{"c1", "o1"})->name == "Ann");
    REQUIRE_FALSE(db.parent<"orders">(order{"nobody", "o1"}));
}

TEST_CASE("a parent with its children is one query") {
    mt::store<world> db;
    fill(db);
    auto const found = db.collect<account>(customer{"c1", "stale", {}});
    REQUIRE(found.index() == "world");
    REQUIRE(found.get()->owner.name == "Ann");
    REQUIRE(found.get()->orders.size() == 3);
    REQUIRE_FALSE(db.collect<account>(customer{"nobody", {}, {}}).get());
    REQUIRE(found.descending().limit(2).get() == std::nullopt); // the customer sorts first
}

TEST_CASE("pairs are listed from either side, with what is known of them") {
    mt::store<world> db;
    db.put(student{"s1", "Ann"}).or_throw();
    db.put(course{7, "Logic"}).or_throw();
    db.put(course{70, "Sets"}).or_throw();
    for (auto const& each : {enrolment{"s1", 7, 1}, enrolment{"s1", 70, 2}, enrolment{"s10", 7, 3}})
        db.put(each).or_throw();
    REQUIRE(db.linked<"enrolled">(student{"s1", {}}).count() == 2);
    REQUIRE(db.linked<"enrolled">(student{"s1", {}}).filter("grade"_f == 2).first() == enrolment{"s1", 70, 2});
    REQUIRE(db.linked<"enrolled">(course{7, {}}).all() == std::vector{enrolment{"s1", 7, 1}, enrolment{"s10", 7, 3}});
    REQUIRE(db.linked<"enrolled">(course{7, {}}, "student_id"_f == "s10").count() == 1);
    REQUIRE(db.linked<"enrolled">(course{8, {}}).count() == 0);
    REQUIRE(db.left_of<"enrolled">(enrolment{"s1", 7})->name == "Ann");
    REQUIRE(db.right_of<"enrolled">(enrolment{"s1", 70})->title == "Sets");
    REQUIRE_FALSE(db.left_of<"enrolled">(enrolment{"s10", 7}));
}

TEST_CASE("a relation of an entity with itself has two directions") {
    mt::store<world> db;
    for (auto const& each :
         {acquaintance{"a", "b"}, acquaintance{"a", "c", true}, acquaintance{"b", "a"}, acquaintance{"a", "a"}})
        db.put(each).or_throw();
    REQUIRE(db.linked<"knows">(person{"a"}).count() == 3);
    REQUIRE(db.linked<"knows">(mt::inverse, person{"a"}).count() == 2);
    REQUIRE(db.linked<"knows">(mt::inverse, person{"c"}).all() == std::vector{acquaintance{"a", "c", true}});
    REQUIRE(db.linked<"knows">(person{"c"}).count() == 0);
}

TEST_CASE("values that look like a piece of a key do not reach another's children") {
    mt::store<world> db;
    db.put(order{"c1#O", "o1", 1}).or_throw();
    db.put(order{"c1", "O#o1", 2}).or_throw();
    REQUIRE(totals(db.children<"orders">(customer{"c1", {}, {}})) == "2");
    REQUIRE(totals(db.children<"orders">(customer{"c1#O", {}, {}})) == "1");
    REQUIRE_THROWS_AS(db.children<"orders">(customer{"", {}, {}}), mt::bad_value);
}
