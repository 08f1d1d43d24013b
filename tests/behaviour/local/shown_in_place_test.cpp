// SPDX-License-Identifier: BSL-1.0
#include <monotable/local/memory.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

namespace {

namespace mt = monotable;

/// Keeps where the items of a reply were, and copies of them, which occupy whatever memory a reply has released.
struct places {
    std::vector<void const*> at = {};
    std::vector<mt::item> copies = {};
    mt::item_sink sink{[](void* self, std::size_t, mt::item_view found) {
                           static_cast<places*>(self)->at.push_back(found.bytes().data());
                           static_cast<places*>(self)->copies.emplace_back(found);
                       },
                       this};
};

} // namespace

TEST_CASE("a store in memory shows its items where it keeps them") {
    mt::memory const store;
    auto table = store_support::simple_table();
    table.indexes = {{.name = "index", .partition = {store_support::S("g")}}};
    store->create_table(table);
    mt::item const key{{"p", "a"}, {"c", "b"}};
    store->put(
        {.table = "table", .item = mt::item{{"p", "a"}, {"c", "b"}, {"g", "x"}, {"text", std::string(200, 't')}}});
    places shown;
    for (int i = 0; i != 2; ++i) store->get({.table = "table", .key = key, .sink = &shown.sink});
    store->query({.table = "table", .partition = {mt::value("a")}, .sink = &shown.sink});
    store->query({.table = "table", .index = "index", .partition = {mt::value("x")}, .sink = &shown.sink});
    store->scan({.table = "table", .sink = &shown.sink});
    mt::get_request const request{.table = "table", .key = key, .sink = &shown.sink};
    store->batch_get({&request, 1});
    store->transact_get({&request, 1});
    REQUIRE(shown.at.size() == 7);
    for (void const* each : shown.at) CHECK(each == shown.at[0]);
}
