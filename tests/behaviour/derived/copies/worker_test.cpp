// SPDX-License-Identifier: BSL-1.0
// What a worker cannot make true is reported and passed over; everything else is made true.
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/streams.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using store_support::says;

namespace {

struct product {
    std::string id;
    int price = 0;
};
struct offer {
    std::string id, product_id;
    int price = 0;
};

} // namespace

template <>
struct mt::entity<product> {
    using key = mt::key<"PRODUCT#{id}", "PRODUCT">;
};
template <>
struct mt::entity<offer> {
    using key = mt::key<"OFFER#{id}", "OFFER">;
    using indexes = mt::indexes<mt::index<"Products", "OF#{product_id}", "{id}">>;
    using attributes = mt::attributes<mt::unique<"price">>;
};

namespace {

struct shop
    : mt::table<
          "shop", mt::stream, mt::gsi<"Products">, mt::entities<product, offer>,
          mt::duplicated<"prices", product, offer, mt::match<"id", "product_id">, mt::copy<"price">, mt::by_stream>> {};

struct fixture {
    mt::store<shop> db{mt::memory{}};
    std::vector<std::string> reported;

    /// Two offers; that of the nut is to cost what that of the bolt does.
    fixture() {
        put(product{"bolt", 10});
        put(product{"nut", 3});
        put(offer{"1", "bolt"});
        mt::worker<shop> worker(db);
        follow(worker);
        put(offer{"2", "nut", 1});
        follow(worker);
        REQUIRE(price("1") == 10);
        REQUIRE(price("2") == 3);
        REQUIRE(reported.empty());
    }

    template <class E>
    void put(E const& object) {
        REQUIRE(db.put(object));
    }
    void follow(mt::worker<shop>& worker, std::size_t batch = 100) {
        auto const report = [&](mt::worker_failure const& failure) {
            reported.push_back(failure.relation + ": " + std::string(failure.key.find("PK")->as_string()));
            CHECK(failure.message.find("price") != std::string::npos);
        };
        while (worker.run_once(batch, report) != 0) {}
    }
    int price(char const* id) const { return db.get<offer>("id"_f == id)->price; }
};

using lines = std::vector<std::string>;

} // namespace

TEST_CASE("by_stream: a copy that would not be unique is reported once and passed over, and all others are made true") {
    fixture f;
    f.put(product{"nut", 10});
    f.put(product{"screw", 7});
    f.put(offer{"3", "screw", 2});
    mt::worker<shop> worker(f.db);
    f.follow(worker);
    CHECK(f.reported == lines{"prices: OFFER#2"});
    CHECK(f.price("2") == 3);
    CHECK(f.price("3") == 7);
    f.put(product{"screw", 8});
    f.follow(worker);
    CHECK(f.reported.size() == 1);
    CHECK(f.price("3") == 8);
    CHECK(worker.backlog() == 0);
    mt::worker<shop> next(f.db);
    f.put(product{"screw", 9});
    f.follow(next);
    CHECK(f.price("3") == 9);
}

TEST_CASE("by_stream: a copy that was passed over becomes true when what was in its way is gone") {
    fixture f;
    mt::worker<shop> worker(f.db);
    f.put(product{"nut", 10});
    f.follow(worker);
    REQUIRE(f.price("2") == 3);
    f.put(product{"bolt", 11}); // nothing of the nut changes
    f.follow(worker, 1);
    CHECK(f.price("1") == 11);
    CHECK(f.price("2") == 10);
    CHECK(f.reported.size() == 1);
}

TEST_CASE(
    "by_stream: without a handler a failure is thrown when the rest of the batch is true, and the worker goes on") {
    fixture f;
    mt::worker<shop> worker(f.db);
    f.put(product{"nut", 10});
    f.put(product{"screw", 7});
    f.put(offer{"3", "screw", 2});
    CHECK_THROWS_MATCHES(worker.run_once(), mt::bad_item, says("prices"));
    CHECK(f.price("3") == 7);
    while (worker.run_once() != 0) {}
    f.put(product{"screw", 8});
    while (worker.run_once() != 0) {} // the failure was thrown before
    CHECK(f.price("3") == 8);
    CHECK_THROWS_MATCHES(mt::reconcile<shop>(f.db), mt::bad_item, says("prices"));
}

TEST_CASE("by_stream: one copy of a source that fails does not keep the others from being true") {
    fixture f;
    mt::worker<shop> worker(f.db);
    for (auto const* id : {"4", "5"}) f.put(offer{id, "nut", id[0]});
    f.follow(worker); // only one of them can cost what the nut does
    CHECK(std::set<std::string>(f.reported.begin(), f.reported.end()) ==
          std::set<std::string>{"prices: OFFER#4", "prices: OFFER#5"});
    f.put(product{"nut", 12});
    f.follow(worker);
    int right = 0;
    for (auto const* id : {"2", "4", "5"}) right += f.price(id) == 12;
    CHECK(right == 1);
}

TEST_CASE("by_stream: an item that does not fit its struct is passed over as well") {
    fixture f;
    mt::worker<shop> worker(f.db);
    f.db.implementation()->put(
        {.table = "shop", .item = mt::item{{"PK", "PRODUCT#bad"}, {"SK", "PRODUCT"}, {"id", "bad"}, {"price", "ten"}}});
    f.put(offer{"6", "bad", 6});
    f.put(product{"bolt", 12});
    f.follow(worker);
    CHECK(f.price("1") == 12);
    CHECK_FALSE(f.reported.empty());
    CHECK(worker.backlog() == 0);
}

TEST_CASE("by_stream: when the handler throws, the records come again") {
    fixture f;
    mt::worker<shop> worker(f.db);
    f.put(product{"nut", 10});
    auto const refuse = [](mt::worker_failure const&) { throw std::runtime_error("not now"); };
    CHECK_THROWS_AS(worker.run_once(100, refuse), std::runtime_error);
    CHECK(worker.backlog() == 1);
    f.follow(worker);
    CHECK(f.reported.size() == 1);
}
