// SPDX-License-Identifier: BSL-1.0

#include <store_support.hpp>
#include <tested_store.hpp>
#include <threads_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

constexpr int writers = 3;
constexpr int rounds = 400;

} // namespace

TEST_CASE("of several creators of one item one succeeds") {
    tested_store const store;
    store->create_table(simple_table());
    std::atomic<int> created = 0;
    in_threads(writers, [&](int) {
        for (int i = 0; i < rounds; ++i)
            created += store
                           ->put({.table = "table",
                                  .item = mt::item{{"p", "a"}, {"c", std::to_string(i)}},
                                  .expected = mt::precondition::must_not_exist})
                           .done;
    });
    CHECK(created == rounds);
}

TEST_CASE("writers that know different attributes keep each other's") {
    tested_store const store;
    store->create_table(simple_table());
    in_threads(writers, [&](int writer) {
        auto const own = "own" + std::to_string(writer);
        std::string_view const known[] = {"p", "c", own};
        for (int i = 0; i < rounds; ++i)
            store->put(
                {.table = "table", .item = mt::item{{"p", "a"}, {"c", "b"}, {own, i}}, .known_attributes = known});
    });
    auto const item = store->get({.table = "table", .key = mt::item{{"p", "a"}, {"c", "b"}}});
    REQUIRE(item);
    for (int writer = 0; writer < writers; ++writer)
        CHECK(item->find("own" + std::to_string(writer))->as_int64() == rounds - 1);
}

TEST_CASE("readers see whole items, and one entry of each in every index") {
    tested_store const store;
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}, .sort = {N("n")}}};
    store->create_table(table);
    auto const put = [&](int item, int n) {
        store->put({.table = "table",
                    .item = mt::item{{"p", "a"}, {"c", std::to_string(item)}, {"g", "x"}, {"n", n}, {"same", n}}});
    };
    for (int item = 0; item < 10; ++item) put(item, 0);
    std::atomic<bool> stop = false;
    std::atomic<int> torn = 0, read = 0;
    auto const reader = [&](char const* index, char const* partition) {
        while (!stop) {
            auto const page = store->query({.table = "table", .index = index, .partition = {partition}});
            torn += page.count != 10;
            for (auto const& each : page.items) torn += *each.find("n") != *each.find("same");
            ++read;
        }
    };
    std::thread by_table(reader, "", "a"), by_index(reader, "global", "x");
    in_threads(writers, [&](int writer) {
        for (int i = 0; i < rounds; ++i) put((i + writer) % 10, i);
    });
    while (read < 2) std::this_thread::yield();
    stop = true;
    by_table.join();
    by_index.join();
    CHECK(torn == 0);
}

TEST_CASE("tables are created while others are used") {
    tested_store const store;
    in_threads(writers, [&](int writer) {
        for (int i = 0; i < 50; ++i) {
            auto table = simple_table();
            table.name = "table" + std::to_string(i);
            store->create_table(table);
            store->put({.table = table.name, .item = mt::item{{"p", "a"}, {"c", std::to_string(writer)}}});
        }
    });
    for (int i = 0; i < 50; ++i) CHECK(store->scan({.table = "table" + std::to_string(i)}).count == writers);
}
