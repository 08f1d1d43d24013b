// SPDX-License-Identifier: BSL-1.0
#include <monotable/relations.hpp>
#include <monotable/streams.hpp>

#include <catch2/catch_test_macros.hpp>

#include <optional>
#include <string>

/// Tags on items of two kinds: the tag knows the kind and the id, not the names that stand in the sort keys.
namespace tagging_model {

namespace mt = monotable;
using namespace mt::literals;

enum class kind { person, shop };

struct person {
    int id = 0;
    std::string name;
};
struct shop {
    int id = 0;
    std::string name, city;
};
struct tagged {
    std::string tag;
    tagging_model::kind kind = {};
    int id = 0;
    std::optional<std::string> name = {}, city = {};

    bool operator==(tagged const&) const = default;
};

} // namespace tagging_model

template <>
struct monotable::entity<tagging_model::person> {
    using key = monotable::key<"{id:3}", "person.{name}">;
};
template <>
struct monotable::entity<tagging_model::shop> {
    using key = monotable::key<"{id:3}", "shop.{name}">;
};
template <>
struct monotable::entity<tagging_model::tagged> {
    using key = monotable::key<"tag#{tag}", "{kind}#{id:3}">;
    using indexes = monotable::indexes<index<"Subjects", "{kind}#{id:3}", "{tag}">>;
};

namespace tagging_model {

struct tagging : mt::table<"tagging", mt::stream, mt::gsi<"Subjects">, mt::entities<person, shop, tagged>,
                           mt::duplicated<"people", person, tagged, mt::match<"id", "id">,
                                          mt::where<"kind", kind::person>, mt::copy<"name", "name">, mt::by_stream>,
                           mt::duplicated<"shops", shop, tagged, mt::match<"id", "id">, mt::where<"kind", kind::shop>,
                                          mt::copy<"city", "city">, mt::by_stream>> {};
static_assert(mt::valid<tagging>);

struct member {
    std::string club, name;
    bool active = true;
    int points = 0;
};
struct club {
    std::string id;
    int members = 0, points = 0;
};

} // namespace tagging_model

template <>
struct monotable::entity<tagging_model::club> {
    using key = monotable::key<"CLUB#{id}", "CLUB">;
};
template <>
struct monotable::entity<tagging_model::member> {
    using key = monotable::key<"CLUB#{club}", "MEMBER#{name}">;
    using indexes = monotable::indexes<index<"ByActivity", "CLUB#{club}#{active}", "{name}">>;
};

namespace tagging_model {

struct clubs : mt::table<"clubs", mt::gsi<"ByActivity">, mt::entities<club, member>,
                         mt::total<"active", club, member, mt::match<"id", "club">, mt::where<"active", true>,
                                   mt::count<"members">, mt::sum<"points", "points">, mt::in_transaction>> {};
static_assert(mt::valid<clubs>);

} // namespace tagging_model

using namespace tagging_model;

namespace {

void run(mt::worker<tagging>& worker) {
    while (worker.run_once() != 0) {}
}

} // namespace

TEST_CASE("by_stream: a source is found by its partition key, and only copies with the value of where<> are "
          "its own") {
    mt::store<tagging> db;
    mt::worker<tagging> worker(db);
    db.put(tagged{"art", kind::shop, 4}).or_throw();
    db.put(tagged{"art", kind::person, 4}).or_throw();
    db.put(tagged{"art", kind::person, 5}).or_throw();
    db.put(person{4, "Ann"}).or_throw();
    db.put(shop{4, "Central", "Bonn"}).or_throw();
    run(worker);
    auto const tag = [&](kind k, int id) {
        return db.get<tagged>("tag"_f == "art", "kind"_f == k, "id"_f == id).value();
    };
    CHECK(tag(kind::shop, 4) == tagged{"art", kind::shop, 4, {}, "Bonn"});
    CHECK(tag(kind::person, 4) == tagged{"art", kind::person, 4, "Ann", {}});
    CHECK(tag(kind::person, 5) == tagged{"art", kind::person, 5});

    db.update<shop>("id"_f == 4, "name"_f == "Central", "city"_f = "Ulm").or_throw();
    db.put(tagged{"new", kind::shop, 4}).or_throw();
    run(worker);
    CHECK(tag(kind::shop, 4).city == "Ulm");
    CHECK(tag(kind::person, 4).city == std::nullopt);
    CHECK(db.get<tagged>("tag"_f == "new", "kind"_f == kind::shop, "id"_f == 4)->city == "Ulm");
}

TEST_CASE("by_stream: two sources in one partition are an error that says what to match") {
    mt::store<tagging> db;
    mt::worker<tagging> worker(db);
    db.put(shop{4, "Central", "Bonn"}).or_throw();
    db.put(shop{4, "Beach", "Ulm"}).or_throw();
    db.put(tagged{"art", kind::shop, 4}).or_throw();
    CHECK_THROWS_AS(run(worker), mt::bad_item);
}

TEST_CASE("in_transaction: a total is of the children with the value of where<>, and follows when that changes") {
    mt::store<clubs> db;
    db.put(club{"c"}).or_throw();
    db.put(member{"c", "Ann", true, 3}).or_throw();
    db.put(member{"c", "Bob", false, 4}).or_throw();
    db.put(member{"nowhere", "Cid", false, 4}).or_throw(); // belongs to none
    CHECK_FALSE(db.put(member{"nowhere", "Dan", true, 4}));
    auto const total = [&] { return db.get<club>("id"_f == "c")->members * 100 + db.get<club>("id"_f == "c")->points; };
    CHECK(total() == 103);
    db.update<member>("club"_f == "c", "name"_f == "Bob", "active"_f = true).or_throw();
    CHECK(total() == 207);
    db.update<member>("club"_f == "c", "name"_f == "Ann", "active"_f = false).or_throw();
    CHECK(total() == 104);
    CHECK(bool(db.erase<member>("club"_f == "c", "name"_f == "Bob")));
    CHECK(total() == 0);
}
