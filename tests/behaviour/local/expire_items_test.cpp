// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/maintenance.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>

#include <store_support.hpp>
#include <stream_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <string>

namespace mt = monotable;
using namespace store_support;

namespace {

constexpr std::int64_t now = 1'700'000'000;

tested_store with_time_to_live(mt::table_description const& table) {
    tested_store store;
    store->create_table(table, {.stream = mt::stream_view::new_and_old_images, .time_to_live = "end"});
    return store;
}

void put(tested_store const& store, char const* c, mt::value const& end) {
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", c}, {"end", end}, {"g", "x"}}});
}

std::string left(tested_store const& store, char const* index = "") {
    return all(store->query({.table = "table", .index = index, .partition = {*index == 0 ? "a" : "x"}}).items, "c");
}

} // namespace

TEST_CASE("semantics 11: items can be read until they are swept") {
    auto const store = with_time_to_live(simple_table());
    put(store, "1", now - 10);
    put(store, "2", now + 10);
    CHECK(left(store) == "1 2");
    CHECK(store->local_maintenance()->expire_items(now - 11) == 0);
    CHECK(left(store) == "1 2");
    CHECK(store->local_maintenance()->expire_items(now) == 1);
    CHECK(left(store) == "2");
    CHECK(store->local_maintenance()->expire_items(now) == 0);
    CHECK(store->local_maintenance()->expire_items(now + 10) == 1);
    CHECK(left(store).empty());
}

TEST_CASE("semantics 11: a write before the sweep rescues an item") {
    auto const store = with_time_to_live(simple_table());
    put(store, "1", now - 10);
    put(store, "2", now - 10);
    put(store, "2", now + 10);
    CHECK(store->local_maintenance()->expire_items(now) == 1);
    CHECK(left(store) == "2");
}

TEST_CASE("semantics 11: a sweep leaves alone what is no time to live") {
    auto const store = with_time_to_live(simple_table());
    put(store, "fraction", mt::decimal("1699999999.5"));
    put(store, "exponent", mt::decimal("169999e4"));
    put(store, "string", "1600000000");
    put(store, "old", 1);
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "without"}}});
    CHECK(store->local_maintenance()->expire_items(now) == 2);
    CHECK(left(store) == "old string without");
}

TEST_CASE("semantics 11: only tables with a time to live are swept, all of them") {
    auto const store = with_time_to_live(simple_table());
    auto other = simple_table();
    other.name = "other";
    store->create_table(other, {.time_to_live = "other"});
    auto none = simple_table();
    none.name = "none";
    store->create_table(none);
    for (auto const* table : {"table", "other", "none"})
        store->put({.table = table, .item = mt::item{{"p", "a"}, {"c", "b"}, {"end", now}, {"other", now}}});
    CHECK(store->local_maintenance()->expire_items(now) == 2);
    CHECK(store->scan({.table = "none"}).count == 1);
    store->change_settings("none", {.time_to_live = "end"});
    CHECK(store->local_maintenance()->expire_items(now) == 1);
}

TEST_CASE("semantics 11: the time to live may be a key attribute") {
    auto table = simple_table();
    table.sort = N("end");
    auto const store = with_time_to_live(table);
    for (auto i = now - 5; i != now + 5; ++i) store->put({.table = "table", .item = mt::item{{"p", "a"}, {"end", i}}});
    CHECK(store->local_maintenance()->expire_items(now) == 6);
    CHECK(store->query({.table = "table", .partition = {"a"}}).count == 4);
}

TEST_CASE("semantics 11: what a sweep erases leaves indexes, and is recorded as expired") {
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}, .sort = {N("end")}}};
    auto const store = with_time_to_live(table);
    put(store, "1", now - 10);
    put(store, "2", now + 10);
    CHECK(store->local_maintenance()->expire_items(now) == 1);
    CHECK(left(store, "global") == "2");
    store->erase({.table = "table", .item = mt::item{{"p", "a"}, {"c", "2"}}});
    auto const found = records_of(*store, store->streams("table").at(0).id);
    REQUIRE(found.size() == 4);
    CHECK(found[2].change == mt::change_kind::remove);
    CHECK(found[2].expired);
    CHECK(found[2].before == mt::item{{"p", "a"}, {"c", "1"}, {"end", now - 10}, {"g", "x"}});
    CHECK_FALSE(found[2].after);
    CHECK(found[3].change == mt::change_kind::remove);
    CHECK_FALSE(found[3].expired);
    CHECK(store->status("table").table.items == 0);
}

TEST_CASE("a sweep goes through tables of any size") {
    auto const store = with_time_to_live(simple_table());
    constexpr int count = 5000;
    for (int i = 0; i != count; ++i)
        store->put({.table = "table",
                    .item = mt::item{{"p", std::to_string(i % 13)}, {"c", std::to_string(i)}, {"end", now + i % 3}}});
    CHECK(store->local_maintenance()->expire_items(now) == (count + 2) / 3);
    CHECK(store->status("table").table.items == count - (count + 2) / 3);
    for (auto const& each : store->scan({.table = "table"}).items) REQUIRE(each.find("end")->as_int64() > now);
    CHECK(store->local_maintenance()->expire_items(now + 3) == count - (count + 2) / 3);
    CHECK(store->scan({.table = "table"}).count == 0);
}
