// SPDX-License-Identifier: BSL-1.0
// Streams are read while they are written, tables disappear under transactions and sweeps.
#include <monotable/backend/maintenance.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>

#include <store_support.hpp>
#include <stream_support.hpp>
#include <tested_store.hpp>
#include <threads_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

constexpr int writers = 3;
constexpr int rounds = 300;

mt::item item(int c, int v) { return {{"p", "a"}, {"c", std::to_string(c)}, {"v", v}}; }
mt::item key(int c) { return {{"p", "a"}, {"c", std::to_string(c)}}; }

mt::table_description named(char const* name) {
    auto table = simple_table();
    table.name = name;
    return table;
}

} // namespace

TEST_CASE("semantics 11: the records of an item are in the order of its writes, whoever reads meanwhile") {
    tested_store const store;
    store->create_table(simple_table(), {.stream = mt::stream_view::new_and_old_images});
    auto const id = store->streams("table").at(0).id;
    std::atomic<bool> done = false;
    std::atomic<int> wrong = 0;
    std::map<std::string, mt::item> items;
    std::thread reader([&] {
        auto next = seek(*store, id);
        std::string newest;
        for (bool last = false; !last;) {
            last = done;
            for (;;) {
                auto const page = store->read_stream(next, 10);
                if (page.records.empty()) break;
                next = page.next.value();
                for (auto const& each : page.records) {
                    wrong += each.sequence <= newest;
                    newest = each.sequence;
                    auto const at = std::string(each.keys.bytes());
                    auto const found = items.find(at);
                    wrong += found == items.end() ? each.before.has_value() : each.before != found->second;
                    if (each.after) items.insert_or_assign(at, *each.after);
                    else items.erase(at);
                }
            }
        }
    });
    in_threads(writers, [&](int writer) {
        for (int i = 0; i != rounds; ++i) {
            if (i % 5 == 4) store->erase({.table = "table", .item = key(i % 3)});
            else if (i % 5 == 3) {
                auto const one = item(i % 3, i), other = item(i % 3 + 1, writer);
                mt::write_request const both[] = {{.table = "table", .item = one}, {.table = "table", .item = other}};
                store->transact_write(both, {});
            } else {
                store->put({.table = "table", .item = item(i % 3, i * writers + writer)});
            }
        }
    });
    done = true;
    reader.join();
    CHECK(wrong == 0);
    auto const page = store->scan({.table = "table"});
    CHECK(page.count == items.size());
    for (auto const& each : page.items)
        CHECK(items.at(std::string(key(static_cast<int>(*each.find("c")->as_string().data() - '0')).bytes())) == each);
}

TEST_CASE("transactions over tables that come and go are done in all of them or find one missing") {
    tested_store const store;
    char const* const names[] = {"one", "two", "three"};
    for (auto const* each : names)
        store->create_table(named(each), {.stream = mt::stream_view::keys_only, .time_to_live = "v"});
    std::atomic<bool> stop = false;
    std::atomic<int> done = 0;
    std::thread changing([&] {
        for (int i = 0; i < 200 || done < 20; ++i) {
            auto const* const name = names[i % 3];
            store->delete_table(name);
            store->create_table(named(name), {.stream = mt::stream_view::keys_only, .time_to_live = "v"});
            store->add_index(name, {.name = "index", .partition = {N("v")}});
        }
        stop = true;
    });
    in_threads(writers, [&](int writer) {
        for (int i = 0; !stop; ++i) {
            try {
                auto const written = item(writer, i);
                auto const read = key(i % 3);
                mt::write_request const three[] = {{.table = names[i % 3], .item = written},
                                                   {.table = names[(i + 1) % 3], .item = written},
                                                   {.table = names[(i + 2) % 3], .item = written}};
                done += store->transact_write(three, {}).done;
                mt::get_request const both[] = {{.table = names[(i + 2) % 3], .key = read},
                                                {.table = names[i % 3], .key = read}};
                store->transact_get(both);
                if (writer == 0 && i % 16 == 0) store->local_maintenance()->expire_items(i / 2);
                store->query({.table = "one", .index = "index", .partition = {i}});
            } catch (mt::store_error const& error) {
                if (error.fault() != mt::store_fault::no_such_table && error.fault() != mt::store_fault::validation)
                    throw;
            }
        }
    });
    changing.join();
    CHECK(store->tables().size() == 3);
    for (auto const* each : names) {
        auto const status = store->status(each);
        CHECK(status.table.items == store->scan({.table = each}).count);
        CHECK(status.indexes.at(0).items == store->scan({.table = each, .index = "index"}).count);
    }
}
