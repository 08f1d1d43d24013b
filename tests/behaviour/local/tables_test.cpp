// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>

#include <store_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

template <class F>
mt::store_fault fault(F&& operation) {
    try {
        operation();
    } catch (mt::store_error const& error) {
        return error.fault();
    }
    FAIL("nothing was thrown");
    return {};
}

std::int64_t a_time() { return 1'700'000'000'000; }

} // namespace

TEST_CASE("the status of a table tells its settings, when it was made and that it is not another one") {
    tested_store const store(a_time);
    mt::table_settings const settings{.time_to_live = "end", .annotations = "anything"};
    CHECK(store->create_table(simple_table(), settings));
    auto const first = store->status("table");
    CHECK(first.description == simple_table());
    CHECK(first.settings == settings);
    CHECK(first.created == a_time());
    CHECK(first.table.items == 0);
    CHECK_FALSE(store->create_table(simple_table()));
    CHECK(store->status("table").settings == settings);
    CHECK(store->status("table").id == first.id);
    store->delete_table("table");
    CHECK(store->create_table(simple_table()));
    CHECK(store->status("table").id > first.id);
    CHECK(store->status("table").settings == mt::table_settings());
}

TEST_CASE("tables are listed in the order of their names") {
    tested_store const store;
    CHECK(store->tables().empty());
    for (auto const* name : {"beta", "alpha", "delta", "Zeta", "gamma"}) {
        auto table = simple_table();
        table.name = name;
        store->create_table(table);
    }
    CHECK(store->tables() == std::vector<std::string>{"Zeta", "alpha", "beta", "delta", "gamma"});
    store->delete_table("beta");
    CHECK(store->tables() == std::vector<std::string>{"Zeta", "alpha", "delta", "gamma"});
}

TEST_CASE("a deleted table is gone with its items, and can be created again") {
    tested_store const store;
    mt::item const key{{"p", "a"}, {"c", "b"}};
    for (int i = 0; i != 3; ++i) {
        store->create_table(simple_table());
        CHECK(store->scan({.table = "table"}).count == 0);
        store->put({.table = "table", .item = key});
        CHECK(store->get({.table = "table", .key = key}).has_value());
        store->delete_table("table");
        CHECK_THROWS_MATCHES(store->get({.table = "table", .key = key}), mt::store_error,
                             says("table table: Requested resource not found"));
    }
    CHECK(store->tables().empty());
}

TEST_CASE("semantics 3: operations on tables that are not there name them") {
    tested_store const store;
    auto const missing = says("Requested resource not found: Table: none not found");
    CHECK_THROWS_MATCHES(store->status("none"), mt::store_error, missing);
    CHECK_THROWS_MATCHES(store->describe("none"), mt::store_error, missing);
    CHECK_THROWS_MATCHES(store->delete_table("none"), mt::store_error, missing);
    CHECK_THROWS_MATCHES(store->change_settings("none", {}), mt::store_error, missing);
    CHECK_THROWS_MATCHES(store->add_index("none", {.name = "gsi", .partition = {S("g")}}), mt::store_error, missing);
    CHECK_THROWS_MATCHES(store->drop_index("none", "gsi"), mt::store_error, missing);
    CHECK(fault([&] { store->status("none"); }) == mt::store_fault::no_such_table);
    CHECK(store->streams("none").empty());
}

TEST_CASE("a table that exists with another description is not created") {
    tested_store const store;
    store->create_table(simple_table());
    auto other = simple_table();
    other.sort.reset();
    CHECK(fault([&] { store->create_table(other); }) == mt::store_fault::table_exists);
    CHECK_THROWS_MATCHES(store->create_table(other), mt::store_error, says("Table already exists: table"));
    CHECK(store->describe("table") == simple_table());
}

TEST_CASE("settings change as DynamoDB lets them") {
    tested_store const store;
    store->create_table(simple_table());
    store->change_settings("table", {.time_to_live = "end", .annotations = "tags"});
    CHECK(store->status("table").settings == mt::table_settings{.time_to_live = "end", .annotations = "tags"});
    CHECK_THROWS_MATCHES(store->change_settings("table", {.time_to_live = "other"}), mt::store_error,
                         says("TimeToLive is active on a different AttributeName: current AttributeName is end"));
    CHECK(store->status("table").settings.time_to_live == "end");
    store->change_settings("table", {});
    store->change_settings("table", {.time_to_live = "other"});
    CHECK(store->status("table").settings == mt::table_settings{.time_to_live = "other"});
    CHECK_THROWS_AS(store->change_settings("table", {.time_to_live = std::string(256, 'a')}), mt::store_error);
    CHECK_THROWS_AS(store->change_settings("table", {.time_to_live = "\xff"}), mt::store_error);
    CHECK(store->describe("table") == simple_table());
    CHECK(store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "b"}}}).done);
}
