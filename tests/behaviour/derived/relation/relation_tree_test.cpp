// SPDX-License-Identifier: BSL-1.0
// A relation of an entity with itself: parts of parts.
#include <monotable/relations.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct part {
    int id = 0;
    std::optional<int> whole = {};
    bool operator==(part const&) const = default;
};

} // namespace

template <>
struct mt::entity<part> {
    using key = mt::key<"P#{id}", "P">;
    using indexes = mt::indexes<mt::index<"GSI1", "P#{whole}", "{id}">>;
};

namespace {

template <class Policy>
struct parts : mt::table<"parts", mt::gsi<"GSI1">, mt::entities<part>,
                         mt::one_to_many<"parts", part, part, mt::match<"id", "whole">, Policy>> {};

} // namespace

TEST_CASE("parts of parts are followed down and up") {
    mt::store<parts<mt::refuse_erase>> db;
    REQUIRE(db.create(part{1}));
    REQUIRE(db.create(part{2, 1}));
    REQUIRE(db.create(part{3, 2}));
    REQUIRE(db.create(part{4, 2}));
    REQUIRE(db.children<"parts">(part{2}).all() == std::vector{part{3, 2}, part{4, 2}});
    REQUIRE(db.parent<"parts">(part{3, 2}) == part{2, 1});
    REQUIRE_FALSE(db.parent<"parts">(part{1}));
    REQUIRE(db.erase(part{2}).error() == mt::write_error::referenced);
    REQUIRE(db.update<part>("id"_f == 3, "whole"_f = 4));
    REQUIRE(db.erase(part{4}).error() == mt::write_error::referenced);
    REQUIRE(db.erase(part{3}));
    REQUIRE(db.erase(part{4}));
    REQUIRE(db.erase(part{2}));
}

TEST_CASE("a cascade goes down a tree, however wide and deep") {
    mt::store<parts<mt::cascade_erase>> db;
    REQUIRE(db.create(part{0}));
    for (int i = 1; i != 300; ++i) REQUIRE(db.create(part{i, i - 1}));   // a chain
    for (int i = 300; i != 500; ++i) REQUIRE(db.create(part{i, i % 3})); // and leaves
    REQUIRE(db.create(part{1000}));
    REQUIRE(db.erase(part{290}));
    REQUIRE(db.scan<part>().count() == 491);
    REQUIRE(db.erase(part{1}));
    REQUIRE(db.children<"parts">(part{0}).count() == 67);
    REQUIRE(db.erase(part{0}));
    REQUIRE(db.scan<part>().all() == std::vector{part{1000}});
}

TEST_CASE("a circle of parts goes at once") {
    mt::store<parts<mt::cascade_erase>> db;
    REQUIRE(db.create(part{1}));
    REQUIRE(db.create(part{2, 1}));
    REQUIRE(db.update<part>("id"_f == 1, "whole"_f = 2));
    REQUIRE(db.create(part{3}));
    REQUIRE(db.update<part>("id"_f == 3, "whole"_f = 3)); // its own part
    REQUIRE(db.erase(part{3}));
    REQUIRE(db.erase(part{2}));
    REQUIRE(db.scan<part>().count() == 0);
}
