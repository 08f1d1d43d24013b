// SPDX-License-Identifier: BSL-1.0
// Sums and copies of items that an earlier version of the program wrote, with other names of fields.
#include <monotable/evolution.hpp>
#include <monotable/monotable.hpp>
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/transactions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <string>

namespace {

namespace mt = monotable;
using namespace mt::literals;

struct old_basket {
    std::string id;
    int sum = 0;
};
struct old_entry {
    std::string basket;
    int number = 0, cost = 0;
};
struct basket {
    std::string id;
    int amount = 0;
};
struct entry {
    std::string basket;
    int number = 0, price = 0;
};

} // namespace

template <>
struct mt::entity<old_basket> {
    using key = mt::key<"BASKET#{id}", "BASKET">;
};
template <>
struct mt::entity<old_entry> {
    using key = mt::key<"BASKET#{basket}", "ENTRY#{number}">;
};
template <>
struct mt::entity<basket> {
    using key = mt::key<"BASKET#{id}", "BASKET">;
    using attributes = mt::attributes<mt::formerly<"amount", "sum">>;
};
template <>
struct mt::entity<entry> {
    using key = mt::key<"BASKET#{basket}", "ENTRY#{number}">;
    using attributes = mt::attributes<mt::formerly<"price", "cost">>;
};

namespace {

struct old_shop : mt::table<"baskets", mt::entities<old_basket, old_entry>,
                            mt::total<"sum", old_basket, old_entry, mt::match<"id", "basket">, mt::sum<"cost", "sum">,
                                      mt::in_transaction>> {};
struct new_shop
    : mt::table<
          "baskets", mt::entities<basket, entry>,
          mt::total<"sum", basket, entry, mt::match<"id", "basket">, mt::sum<"price", "amount">, mt::in_transaction>> {
};

} // namespace

TEST_CASE("a sum goes on from what an earlier version of the program has stored") {
    auto const backend = std::shared_ptr<mt::backend>(mt::memory{});
    mt::store<old_shop> before(backend);
    before.put(old_basket{"a"}).or_throw();
    REQUIRE(before.put(old_entry{"a", 1, 5}));
    REQUIRE(before.put(old_entry{"a", 2, 7}));
    mt::store<new_shop> db(backend);
    auto const amount = [&] { return db.get<basket>("id"_f == "a")->amount; };
    REQUIRE(amount() == 12);
    SECTION("a child is put") {
        REQUIRE(db.put(entry{"a", 3, 4}));
        CHECK(amount() == 16);
    }
    SECTION("a child is updated") {
        REQUIRE(db.update<entry>("basket"_f == "a", "number"_f == 1, "price"_f += 1));
        CHECK(amount() == 13);
    }
    SECTION("a child is put again, and erased") {
        REQUIRE(db.put(entry{"a", 1, 6}));
        CHECK(amount() == 13);
        REQUIRE(db.erase<entry>("basket"_f == "a", "number"_f == 2));
        CHECK(amount() == 6);
    }
    SECTION("the parent is put") {
        db.put(basket{"a", 99}).or_throw();
        CHECK(amount() == 12);
        REQUIRE(db.transact(mt::put(basket{"a", 98}), mt::erase<entry>("basket"_f == "a", "number"_f == 2)));
        CHECK(amount() == 5);
    }
}
