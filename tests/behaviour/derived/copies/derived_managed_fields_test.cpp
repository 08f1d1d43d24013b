// SPDX-License-Identifier: BSL-1.0
// Copies and totals of entities whose fields have roles.
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/streams.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <string>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct maker {
    std::string id, city = {};
    int parts = 0, weight = 0;
    std::int64_t version = 0;
};
struct part {
    std::string id, maker_id = {}, name = {}, maker_city = "?";
    int weight = 0;
    std::string label = {};
    std::int64_t version = 0;
};

std::string label_of(part const& p) { return p.name + " of " + p.maker_city; }

} // namespace

template <>
struct mt::entity<maker> {
    using key = mt::key<"M#{id}", "M">;
    using attributes = mt::attributes<mt::version<"version">>;
};
template <>
struct mt::entity<part> {
    using key = mt::key<"P#{id}", "P">;
    using indexes = mt::indexes<mt::index<"GSI1", "M#{maker_id}", "{id}">, mt::index<"GSI2", "L#{label}", "{id}">>;
    using attributes = mt::attributes<mt::version<"version">, mt::computed<"label", label_of, "name", "maker_city">>;
};

namespace {

template <class Mode>
struct factory
    : mt::table<"factory", mt::stream, mt::gsi<"GSI1">, mt::gsi<"GSI2">, mt::entities<maker, part>,
                mt::duplicated<"maker", maker, part, mt::match<"id", "maker_id">, mt::copy<"city", "maker_city">, Mode>,
                mt::total<"parts", maker, part, mt::match<"id", "maker_id">, mt::count<"parts">,
                          mt::sum<"weight", "weight">, Mode>> {};

void follow(mt::store<factory<mt::by_stream>>& db) {
    mt::worker<factory<mt::by_stream>> worker(db);
    while (worker.run_once() != 0) {}
}
void follow(mt::store<factory<mt::in_transaction>>&) {}

} // namespace

TEMPLATE_TEST_CASE("entities with versions and computed fields have true copies and totals", "", mt::in_transaction,
                   mt::by_stream) {
    mt::store<factory<TestType>> db;
    auto const found_maker = [&] { return db.template get<maker>("id"_f == "m").value(); };
    auto const found_part = [&] { return db.template get<part>("id"_f == "1").value(); };
    db.put(maker{"m", "Bonn", 7, 7}).or_throw();
    db.put(part{"1", "m", "bolt", "wrong", 3}).or_throw();
    db.put(part{"2", "m", "nut", "wrong", 4}).or_throw();
    follow(db);
    CHECK(found_maker().parts == 2);
    CHECK(found_maker().weight == 7);
    CHECK(found_part().maker_city == "Bonn");
    CHECK(found_part().label == "bolt of Bonn");
    CHECK(db.template query<part>("label"_f == "bolt of Bonn").count() == 1);

    maker stale = found_maker();
    stale.parts = 99;
    stale.weight = 99;
    REQUIRE(db.replace(stale));
    follow(db);
    CHECK(found_maker().parts == 2);
    CHECK(found_maker().weight == 7);

    auto const maker_version = found_maker().version, part_version = found_part().version;
    REQUIRE(db.template update<maker>("id"_f == "m", "city"_f = "Ghent"));
    follow(db);
    CHECK(found_maker().version == maker_version + 1);
    CHECK(found_part().version == part_version + 1);
    CHECK(found_part().maker_city == "Ghent");
    CHECK(found_part().label == "bolt of Ghent");
    CHECK(db.template query<part>("label"_f == "bolt of Ghent").count() == 1);
    CHECK(db.template query<part>("label"_f == "bolt of Bonn").count() == 0);

    part same = found_part();
    same.weight = 10;
    same.maker_city = "wrong";
    REQUIRE(db.replace(same));
    follow(db);
    CHECK(found_part().maker_city == "Ghent");
    CHECK(found_part().label == "bolt of Ghent");
    CHECK(found_maker().weight == 14);
    CHECK(found_maker().version == maker_version + 2);
    REQUIRE(db.template erase<part>("id"_f == "2"));
    follow(db);
    CHECK(found_maker().parts == 1);
}
