// SPDX-License-Identifier: BSL-1.0
// A query never depends on which index a table names first: what a sparse index lacks is found by another one, or refused.
#include <store_support.hpp>

#include <monotable/monotable.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

namespace mt = monotable;
using namespace mt::literals;
using store_support::says;

namespace {

enum class state { open, paid };
struct parcel {
    std::string id;
    state status = state::open;
    int weight = 0;
};
struct letter {
    std::string id;
    state status = state::open;
};

} // namespace

template <>
struct mt::entity<parcel> {
    using key = mt::key<"PARCEL#{id}", "PARCEL">;
    using indexes = mt::indexes<mt::index<"Open", "OPEN#PARCEL", "{weight:4}">::when<"status", state::open>,
                                mt::index<"ByStatus", "PARCEL#{status}#{id:shard 3}", "{weight:4}">>;
};
template <>
struct mt::entity<letter> {
    using key = mt::key<"LETTER#{id}", "LETTER">;
    using indexes = mt::indexes<mt::index<"Open", "OPEN#LETTER", "{id}">::when<"status", state::open>>;
};

namespace {

struct post : mt::table<"post", mt::gsi<"Open">, mt::gsi<"ByStatus">, mt::entities<parcel, letter>> {};

} // namespace

TEST_CASE("an index that serves every value is taken before a sparse one") {
    mt::store<post> db;
    for (int i = 0; i != 9; ++i)
        db.put(parcel{"p" + std::to_string(i), i % 3 == 0 ? state::paid : state::open, i}).or_throw();
    for (state const wanted : {state::open, state::paid}) {
        auto const range = db.query<parcel>("status"_f == wanted);
        CHECK(range.index() == "ByStatus");
        CHECK(range.count() == (wanted == state::open ? 6 : 3));
        CHECK(db.query<parcel>("status"_f == wanted, "weight"_f > 4).count() == (wanted == state::open ? 3 : 1));
    }
    CHECK(db.query<parcel>("status"_f.in(state::open, state::paid)).count() == 9);
    CHECK(db.query<parcel>(mt::on<"Open">, "status"_f == state::open).count() == 6); // it may be asked for
    CHECK(db.query<parcel>(mt::on<"Open">).count() == 6);
}

TEST_CASE("where only a sparse index serves, another value than its own is refused") {
    mt::store<post> db;
    db.put(letter{"a", state::open}).or_throw();
    db.put(letter{"b", state::paid}).or_throw();
    CHECK(db.query<letter>("status"_f == state::open).first()->id == "a");
    CHECK_THROWS_MATCHES(db.query<letter>("status"_f == state::paid), mt::bad_value,
                         says("monotable: letter.status: index Open holds only the items that satisfy its when<>"));
}
