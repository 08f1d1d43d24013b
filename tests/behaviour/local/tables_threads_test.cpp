// SPDX-License-Identifier: BSL-1.0
// Tables and indexes come and go while others read and write.
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>

#include <store_support.hpp>
#include <stream_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

constexpr int rounds = 150;

// Runs `f` again and again while `meanwhile` does.
template <class F, class G>
void during(G&& meanwhile, int threads, F&& f) {
    std::atomic<bool> stop = false;
    std::atomic<int> begun = 0;
    std::vector<std::thread> running;
    for (int i = 0; i != threads; ++i)
        running.emplace_back([&, i] {
            for (int n = 0; !stop; ++n) {
                f(i, n);
                ++begun;
            }
        });
    while (begun < threads) std::this_thread::yield();
    meanwhile();
    stop = true;
    for (auto& each : running) each.join();
}

// A table that is not there is the only thing that may go wrong.
template <class F>
bool found(F&& operation) {
    try {
        operation();
        return true;
    } catch (mt::store_error const& error) {
        if (error.fault() != mt::store_fault::no_such_table) throw;
        return false;
    }
}

mt::item key(int i) { return {{"p", "a"}, {"c", std::to_string(i)}}; }

} // namespace

TEST_CASE("a table that is deleted is not found or whole") {
    tested_store const store;
    std::atomic<int> torn = 0;
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("p")}, .sort = {S("c")}}};
    store->create_table(table, {.stream = mt::stream_view::new_image});
    during(
        [&] {
            for (int i = 0; i != rounds; ++i) {
                store->delete_table("table");
                store->create_table(table, {.stream = mt::stream_view::new_image});
            }
        },
        3,
        [&](int thread, int n) {
            found([&] { store->put({.table = "table", .item = key(n % 10)}); });
            found([&] {
                auto const page = store->query({.table = "table", .index = "global", .partition = {"a"}});
                torn += page.count > 10;
            });
            found([&] { store->get({.table = "table", .key = key(thread)}); });
            found([&] { store->status("table"); });
            store->tables();
            for (auto const& each : store->streams("table")) {
                std::string last;
                for (auto const& record : records_of(*store, each.id)) {
                    torn += record.sequence <= last || !record.after;
                    last = record.sequence;
                }
            }
        });
    CHECK(torn == 0);
    CHECK(store->tables() == std::vector<std::string>{"table"});
}

TEST_CASE("indexes come and go under writers and readers, and are whole") {
    tested_store const store;
    store->create_table(simple_table());
    for (int i = 0; i != 50; ++i) store->put({.table = "table", .item = key(i)});
    std::atomic<int> wrong = 0;
    during(
        [&] {
            for (int i = 0; i != rounds; ++i) {
                auto const name = "index" + std::to_string(i % 3);
                store->add_index("table", {.name = name, .partition = {S("p")}, .sort = {S("c")}});
                if (i % 2 == 0) store->change_settings("table", {.time_to_live = i % 4 == 0 ? "end" : ""});
                wrong += store->query({.table = "table", .index = name, .partition = {"a"}}).count != 50;
                store->drop_index("table", name);
            }
        },
        3,
        [&](int thread, int n) {
            if (thread == 0) {
                store->put({.table = "table", .item = key(n % 50)});
                return;
            }
            try {
                wrong += store->query({.table = "table", .index = "index" + std::to_string(n % 3), .partition = {"a"}})
                             .count != 50;
            } catch (mt::store_error const& error) {
                wrong += error.fault() != mt::store_fault::validation;
            }
            wrong += store->scan({.table = "table"}).count != 50;
        });
    CHECK(wrong == 0);
    CHECK(store->describe("table") == simple_table());
}

TEST_CASE("of several creators one creates, of several deleters one deletes") {
    tested_store const store;
    std::atomic<int> created = 0, deleted = 0;
    during([] { std::this_thread::sleep_for(std::chrono::milliseconds(100)); }, 3,
           [&](int, int) {
               created += store->create_table(simple_table());
               deleted += found([&] { store->delete_table("table"); });
           });
    CHECK(created == deleted + static_cast<int>(store->tables().size()));
}
