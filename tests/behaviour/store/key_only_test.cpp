// SPDX-License-Identifier: BSL-1.0
#include <monotable/monotable.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct Ticket {
    std::string id, organization, user;
};

} // namespace

template <>
struct mt::entity<Ticket> {
    using key = mt::key<"TICKET#{id}", "TICKET#{id}">;
    using indexes = mt::indexes<mt::index<"ByUser", "ORG#{organization}#USER#{user}", "TICKET#{id}">,
                                mt::index<"ById", "TICKET#{id}", "TICKET#{id}">>;
    using attributes = mt::attributes<mt::key_only<"id">, mt::key_only<"organization">, mt::key_only<"user">>;
};

namespace {

struct desk : mt::table<"desk", mt::gsi<"ByUser">, mt::gsi<"ById">, mt::entities<Ticket>> {};

} // namespace

TEST_CASE("a field is read back from the key of an index that every item is in") {
    mt::store<desk> db;
    db.put(Ticket{"1", "a#b", "bill"}).or_throw();
    auto const same = [](std::optional<Ticket> const& found) {
        return found && found->id == "1" && found->organization == "a#b" && found->user == "bill";
    };
    CHECK(same(db.get<Ticket>("id"_f == "1")));
    CHECK(same(db.query<Ticket>("organization"_f == "a#b", "user"_f == "bill").first()));
    CHECK(same(db.query<Ticket>(mt::on<"ById">, "id"_f == "1").first()));
    CHECK(db.to_item(Ticket{"1", "a", "bill"}).size() == 6);
}
