// SPDX-License-Identifier: BSL-1.0
// Every allocation of a write fails once: what was there before must then still be there, in the table and its indexes.
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>

#include <operation_support.hpp>
#include <store_support.hpp>
#include <stream_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace {

thread_local int allocations_left = -1; // without end

} // namespace

void* operator new(std::size_t size) {
    if (allocations_left == 0) throw std::bad_alloc();
    if (allocations_left > 0) --allocations_left;
    if (auto* const p = std::malloc(size == 0 ? 1 : size)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace mt = monotable;
using namespace store_support;

namespace {

std::string contents(tested_store const& store) {
    std::string out;
    for (auto const* index : {"", "global", "other"})
        for (auto const& each : store->scan({.table = "table", .index = index}).items)
            out += std::string(each.bytes()) + '\n';
    return out;
}

// Runs `write` until memory lasts; returns how often it did not.
template <class F>
int failures(tested_store const& store, F&& write) {
    auto const before = contents(store);
    for (int n = 0;; ++n) {
        allocations_left = n;
        try {
            write();
            allocations_left = -1;
            return n;
        } catch (std::bad_alloc const&) {
            allocations_left = -1;
            REQUIRE(contents(store) == before);
        }
    }
}

} // namespace

TEST_CASE("a write that runs out of memory has written nothing") {
    tested_store const store;
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}, .sort = {N("n")}},
                     {.name = "other", .partition = {S("o")}}};
    store->create_table(table);
    std::string const longer(100, 'x');
    mt::item const first{{"p", longer}, {"c", "1"}, {"g", longer}, {"n", 1}},
        second{{"p", longer}, {"c", "1"}, {"g", longer}, {"n", 2}, {"o", longer}}, key{{"p", longer}, {"c", "1"}};
    CHECK(failures(store, [&] { store->put({.table = "table", .item = first}); }) > 2);
    CHECK(failures(store, [&] { store->put({.table = "table", .item = second}); }) > 2);
    CHECK(store->scan({.table = "table", .index = "global"}).count == 1);
    CHECK(store->scan({.table = "table", .index = "other"}).count == 1);
    std::string_view const known[] = {"p", "c"};
    CHECK(failures(store, [&] { store->put({.table = "table", .item = key, .known_attributes = known}); }) > 0);
    CHECK(failures(store, [&] { store->erase({.table = "table", .item = key}); }) > 0);
    CHECK(contents(store).empty());
}

TEST_CASE("an update that runs out of memory has updated nothing") {
    operation_support::database db;
    for (auto const& index :
         {mt::index_description{.name = "global", .partition = {S("g")}, .sort = {N("n")}},
          mt::index_description{.name = "other", .partition = {S("o")}, .projection = mt::projection_type::keys_only}})
        db.store->add_index("table", index);
    std::string const longer(100, 'x');
    db.put({{"p", longer}, {"c", "1"}, {"g", longer}, {"n", 1}});
    mt::item const key{{"p", longer}, {"c", "1"}};
    auto request = db.to_update(key, "SET n = n + :1, o = :o", {{":1", 1}, {":o", longer}});
    request.returns = mt::return_values::all_new;
    mt::capacity_meter meter;
    request.capacity = &meter;
    CHECK(failures(db.store, [&] { db.store->write(request); }) > 5);
    CHECK(db.store->query({.table = "table", .index = "other", .partition = {longer}}).count == 1);
    auto const remove = db.to_update(key, "REMOVE g");
    CHECK(failures(db.store, [&] { db.store->write(remove); }) > 0);
    CHECK(db.store->scan({.table = "table", .index = "global"}).count == 0);
}

TEST_CASE("a transaction that runs out of memory is not done at all") {
    operation_support::database db;
    for (auto const* name : {"global", "other"})
        db.store->add_index("table", {.name = name, .partition = {S("g")}, .sort = {N("n")}});
    std::string const longer(100, 'x');
    auto const item = [&](char const* c, int n) {
        return mt::item{{"p", longer}, {"c", c}, {"g", longer}, {"n", n}, {"v", longer}};
    };
    for (auto const* c : {"1", "2", "3"}) db.put(item(c, 0));
    std::vector<mt::write_request> const actions = {
        db.to_put(item("4", 1)), db.to_put(item("1", 1)), db.to_erase({{"p", longer}, {"c", "2"}}),
        db.to_update({{"p", longer}, {"c", "3"}}, "SET n = n + :1", {{":1", 1}}),
        db.to_check({{"p", longer}, {"c", "5"}}, "attribute_not_exists(p)")};
    bool done = false;
    CHECK(failures(db.store, [&] { done = db.store->transact_write(actions, "token").done; }) > 20);
    CHECK(done);
    auto const table = db.store->query({.table = "table", .partition = {longer}}).items;
    CHECK(all(table, "c") == "1 3 4");
    CHECK(all(table, "n") == "1 1 1");
    CHECK(db.store->scan({.table = "table", .index = "other"}).count == 3);
    std::vector<mt::write_request> const batch = {db.to_put(item("6", 1)), db.to_erase({{"p", longer}, {"c", "1"}})};
    CHECK(failures(db.store, [&] { db.store->batch_write(batch); }) > 10);
    CHECK(all(db.store->query({.table = "table", .partition = {longer}}).items, "c") == "3 4 6");
}

TEST_CASE("a table that runs out of memory in changing stays as it is, and so does its stream") {
    tested_store const store;
    std::string const longer(100, 'x');
    auto const sizes = [](mt::collection_size const& each) {
        return std::to_string(each.items) + '/' + std::to_string(each.bytes) + ' ';
    };
    auto const state = [&] {
        std::string out;
        for (auto const& name : store->tables()) {
            auto const status = store->status(name);
            out += name + ' ' + status.settings.annotations + status.settings.time_to_live + ' ' + sizes(status.table);
            for (std::size_t i = 0; i != status.indexes.size(); ++i)
                out += status.description.indexes[i].name + ' ' + sizes(status.indexes[i]);
            for (auto const& each : store->scan({.table = name}).items) out += each.bytes();
        }
        for (auto const& each : store->streams("")) {
            out += each.table + (each.enabled ? " on " : " off ");
            for (auto const& record : records_of(*store, each.id))
                out += record.sequence + ' ' + std::string(record.keys.bytes());
        }
        return out;
    };
    auto const failed = [&](auto&& operation) {
        auto const before = state();
        for (int n = 0;; ++n) {
            allocations_left = n;
            try {
                operation();
                allocations_left = -1;
                CHECK(state() != before);
                return n;
            } catch (std::bad_alloc const&) {
                allocations_left = -1;
                REQUIRE(state() == before);
            }
        }
    };
    auto const view = mt::stream_view::new_and_old_images;
    CHECK(failed([&] { store->create_table(simple_table(), {.stream = view, .annotations = longer}); }) > 5);
    for (auto const* c : {"1", "2", "3"}) {
        mt::item const item{{"p", "a"}, {"c", c}, {"g", longer}, {"end", 1'700'000'000}};
        CHECK(failed([&] { store->put({.table = "table", .item = item}); }) > 1);
    }
    mt::index_description const index{.name = "global", .partition = {S("g")}};
    CHECK(failed([&] { store->add_index("table", index); }) > 5);
    CHECK(failed([&] { store->change_settings("table", {.time_to_live = "end"}); }) >= 0);
    CHECK(failed([&] { store->change_settings("table", {.stream = view, .time_to_live = "end"}); }) > 3);
    CHECK(failed([&] { store->erase({.table = "table", .item = mt::item{{"p", "a"}, {"c", "2"}}}); }) > 3);
    CHECK(failed([&] { store->drop_index("table", "global"); }) > 0);
    CHECK(failed([&] { store->delete_table("table"); }) >= 0);
    CHECK(store->streams("table").size() == 2);
}
