// SPDX-License-Identifier: BSL-1.0

#include <store_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

// 50 partitions of 1 to 4 items; those with an even number in an index.
tested_store filled(std::size_t& count) {
    tested_store store;
    auto table = simple_table();
    table.indexes = {{.name = "even", .partition = {N("even")}, .projection = mt::projection_type::keys_only}};
    store->create_table(table);
    count = 0;
    for (int p = 0; p < 50; ++p) {
        for (int c = 0; c <= p % 4; ++c, ++count) {
            auto const partition = "p" + std::to_string(p), sort = std::to_string(c);
            if (p % 2 == 0)
                store->put({.table = "table", .item = mt::item{{"p", partition}, {"c", sort}, {"even", p}, {"v", 1}}});
            else store->put({.table = "table", .item = mt::item{{"p", partition}, {"c", sort}, {"v", 1}}});
        }
    }
    return store;
}

std::vector<mt::item> all_pages(tested_store const& store, mt::scan_request request) {
    std::vector<mt::item> out;
    do {
        auto page = store->scan(request);
        CHECK(page.count == page.items.size());
        for (auto& each : page.items) out.push_back(std::move(each));
        request.exclusive_start_key = page.last_evaluated_key;
    } while (request.exclusive_start_key);
    return out;
}

} // namespace

TEST_CASE("semantics 9: a scan gives every item once, partitions together and in order") {
    std::size_t count = 0;
    auto const store = filled(count);
    auto const limit = GENERATE(std::size_t{0}, 1u, 7u, 1000u);
    auto const items = all_pages(store, {.table = "table", .limit = limit});
    CHECK(items.size() == count);
    std::map<std::string, std::string> last;
    std::string current;
    for (auto const& each : items) {
        auto const p = text(*each.find("p")), c = text(*each.find("c"));
        if (p != current) {
            CHECK(last.count(p) == 0);
            current = p;
        }
        CHECK(last[p] < c);
        last[p] = c;
    }
    CHECK(last.size() == 50);
}

TEST_CASE("semantics 9: segments are disjoint and complete") {
    std::size_t count = 0;
    auto const store = filled(count);
    auto const total = GENERATE(1u, 2u, 3u, 16u, 1000u);
    std::set<std::string> seen;
    for (std::uint32_t segment = 0; segment < total; ++segment) {
        for (auto const& each :
             all_pages(store, {.table = "table", .limit = 3, .segment = segment, .total_segments = total}))
            CHECK(seen.insert(text(*each.find("p")) + "/" + text(*each.find("c"))).second);
    }
    CHECK(seen.size() == count);
}

TEST_CASE("segments share the work") {
    std::size_t count = 0;
    auto const store = filled(count);
    for (std::uint32_t segment = 0; segment < 4; ++segment) {
        auto const size = store->scan({.table = "table", .segment = segment, .total_segments = 4}).count;
        CHECK(size > count / 12);
        CHECK(size < count / 2);
    }
}

TEST_CASE("semantics 9: an index is scanned as a table is") {
    std::size_t count = 0;
    auto const store = filled(count);
    auto const items = all_pages(store, {.table = "table", .index = "even", .limit = 7});
    CHECK(items.size() == 49);
    for (auto const& each : items) CHECK(names(each) == "c even p");
    CHECK(store->scan({.table = "table", .index = "even", .select = mt::selection::count}).count == 49);
    std::string_view const more[] = {"v"};
    CHECK_THROWS_AS(store->scan({.table = "table", .index = "even", .attributes = more}), mt::store_error);
    std::string_view const keys[] = {"even"};
    CHECK(names(store->scan({.table = "table", .index = "even", .attributes = keys}).items.at(0)) == "even");
}

TEST_CASE("semantics 9: a malformed scan is refused") {
    std::size_t count = 0;
    auto const store = filled(count);
    CHECK_THROWS_MATCHES(store->scan({.table = "table", .segment = 5, .total_segments = 5}), mt::store_error,
                         says("The Segment parameter is zero-based and must be less than parameter TotalSegments: "
                              "Segment: 5 is not less than TotalSegments: 5"));
    CHECK_THROWS_AS(store->scan({.table = "table", .total_segments = 0}), mt::store_error);
    CHECK_THROWS_AS(store->scan({.table = "table", .total_segments = 1'000'001}), mt::store_error);
    CHECK_THROWS_MATCHES(store->scan({.table = "table", .exclusive_start_key = mt::item{{"p", "p1"}}}), mt::store_error,
                         says("The provided starting key is invalid"));
    int refused = 0;
    for (std::uint32_t segment = 0; segment < 4; ++segment) {
        try {
            store->scan({.table = "table",
                         .exclusive_start_key = mt::item{{"p", "p1"}, {"c", "0"}},
                         .segment = segment,
                         .total_segments = 4});
        } catch (mt::store_error const&) {
            ++refused;
        }
    }
    CHECK(refused == 3);
}

TEST_CASE("semantics 9: a scan pages by size") {
    tested_store store;
    store->create_table(simple_table());
    for (int i = 0; i < 10; ++i)
        store->put({.table = "table",
                    .item = mt::item{{"p", std::to_string(i)}, {"c", "c"}, {"v", std::string(200'000, 'x')}}});
    CHECK(store->scan({.table = "table"}).last_evaluated_key);
    CHECK(all_pages(store, {.table = "table"}).size() == 10);
}
