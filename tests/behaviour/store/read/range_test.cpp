// SPDX-License-Identifier: BSL-1.0
// Ranges with what the standard library has for ranges and iterators.
#include <shop.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

using namespace shop_model;

namespace {

std::string long_note(int n) {
    return "a note that is too long to be stored inside of a string object, " + std::to_string(n);
}

mt::store<shop> five_orders() {
    mt::store<shop> db;
    db.put(customer{"1", "Ann", {}}).or_throw();
    for (int i = 0; i != 5; ++i)
        db.put(order{"o" + std::to_string(i), "1", day(i), status::open, mt::decimal(i), long_note(i)}).or_throw();
    return db;
}

} // namespace

TEST_CASE("a container is made of a range's iterators") {
    auto const db = five_orders();
    auto const orders = db.query<order>("customer_id"_f == "1");
    CHECK(std::vector<order>(orders.begin(), orders.end()) == orders.all());
    auto const scanned = db.scan<customer>();
    CHECK(std::vector<customer>(scanned.begin(), scanned.end()) == scanned.all());
    auto const raw = orders.as<mt::item>();
    CHECK(std::vector<mt::item>(raw.begin(), raw.end()) == raw.all());
    auto const none = db.query<order>("customer_id"_f == "2");
    CHECK(std::vector<order>(none.begin(), none.end()).empty());
}

TEST_CASE("algorithms that take a pair of iterators") {
    auto const db = five_orders();
    auto const orders = db.query<order>("customer_id"_f == "1");
    auto const is_o3 = [](order const& o) { return o.id == "o3"; };
    auto const found = std::find_if(orders.begin(), orders.end(), is_o3);
    REQUIRE(found != orders.end());
    CHECK(found->total == 3);
    CHECK(std::none_of(std::next(found), orders.end(), is_o3));
    CHECK(std::accumulate(orders.begin(), orders.end(), mt::decimal(),
                          [](mt::decimal sum, order const& o) { return sum + o.total; }) == 10);
    CHECK(std::distance(orders.begin(), orders.end()) == 5);
}

#if !defined(__clang__) || __clang_major__ > 15 // which do not compile libstdc++'s views
TEST_CASE("views of a range") {
    auto const db = five_orders();
    auto orders = db.query<order>("customer_id"_f == "1");
    auto common = orders | std::views::common;
    CHECK(std::vector<order>(common.begin(), common.end()) == orders.all());
    std::string large;
    for (std::string& id : orders | std::views::filter([](order const& o) { return o.total >= 3; }) |
                               std::views::transform([](order& o) -> std::string& { return o.id; }))
        large += id;
    CHECK(large == "o3o4");
    CHECK(std::ranges::count_if(orders, [](order const& o) { return o.total < 2; }) == 2);
}
#endif

TEST_CASE("objects are moved out of a range") {
    auto const db = five_orders();
    auto const orders = db.query<order>("customer_id"_f == "1");
    std::vector<order> const expected = orders.all();

    SECTION("in a loop, without copying what they hold") {
        std::vector<order> kept;
        for (order& each : orders) {
            void const* const text = each.note.data();
            kept.push_back(std::move(each));
            CHECK(kept.back().note.data() == text);
        }
        CHECK(kept == expected);
    }
    SECTION("some of them") {
        std::vector<order> kept;
        for (order& each : orders)
            if (each.total != 2) kept.push_back(std::move(each));
        CHECK(ids(kept) == "o0 o1 o3 o4");
        CHECK(kept.back() == expected.back());
    }
    SECTION("by an algorithm") {
        std::vector<order> kept;
        std::ranges::move(orders, std::back_inserter(kept));
        CHECK(kept == expected);
    }
    SECTION("by move iterators") {
        CHECK(std::vector<order>(std::make_move_iterator(orders.begin()), std::make_move_iterator(orders.end())) ==
              expected);
    }
    SECTION("by *i++, which moves on") {
        auto at = orders.begin();
        void const* const text = at->note.data();
        order const first = *at++;
        CHECK(first == expected[0]);
        CHECK(first.note.data() == text);
        CHECK(*at == expected[1]);
    }
    CHECK(orders.all() == expected); // reads afresh
}

TEST_CASE("iterators") {
    auto const db = five_orders();
    auto const orders = db.query<order>("customer_id"_f == "1");
    auto at = orders.begin();
    CHECK(at != orders.end());
    CHECK(at == at);
    CHECK(at != orders.begin()); // which reads for itself
    CHECK(orders.end() == orders.end());
    auto const same = at; // reads nothing, and shares the place
    CHECK(same == at);
    CHECK(&*same == &*at);
    CHECK(std::next(at, 5) == orders.end());

    auto kept = [&] { return five_orders().query<order>("customer_id"_f == "1").begin(); }();
    CHECK((++kept)->id == "o1"); // keeps alive what it reads from
}
