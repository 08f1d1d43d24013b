// SPDX-License-Identifier: BSL-1.0
// Readers of a store in a file do not wait for writers, nor writers for them, and see what was committed when they began.
#include <monotable/backend/item_sink.hpp>
#include <monotable/sqlite/durable.hpp>

#include <store_support.hpp>
#include <temporary_directory.hpp>
#include <threads_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <cstddef>
#include <string>
#include <thread>

namespace mt = monotable;
using namespace store_support;

namespace {

mt::item item(int i, int n) { return {{"p", "a"}, {"c", std::to_string(100 + i)}, {"g", "x"}, {"n", n}}; }

struct reader {
    mt::backend* store;
    int shown = 0, newer = 0;
    bool written = false;

    // Writes, in the middle of a page, what the rest of the page would show. Never returns if the writer waits for the page.
    static void take(void* context, std::size_t, mt::item_view found) {
        auto& self = *static_cast<reader*>(context);
        ++self.shown;
        self.newer += found.find("n")->as_int64() != 0;
        if (self.written) return;
        self.written = true;
        std::thread([&] {
            for (int i = 0; i != 20; ++i) self.store->put({.table = "table", .item = item(i, 1)});
            self.store->erase({.table = "table", .item = mt::item{{"p", "a"}, {"c", "105"}}});
        }).join();
    }
};

} // namespace

TEST_CASE("a page shows what was committed when it began, while others write") {
    temporary_directory const directory;
    mt::durable const db(directory.file("store.db"), {.commits = mt::durability::relaxed});
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}, .sort = {N("n")}}};
    db->create_table(table);
    for (auto const* index : {"", "global"}) {
        CAPTURE(index);
        for (int i = 0; i != 10; ++i) db->put({.table = "table", .item = item(i, 0)});
        for (int i = 10; i != 20; ++i)
            db->erase({.table = "table", .item = mt::item{{"p", "a"}, {"c", std::to_string(100 + i)}}});
        reader context{&*db};
        mt::item_sink sink(&reader::take, &context);
        auto const partition = *index == '\0' ? "a" : "x";
        db->query({.table = "table", .index = index, .partition = {partition}, .sink = &sink});
        CHECK(context.shown == 10);
        CHECK(context.newer == 0);
        CHECK(db->query({.table = "table", .index = index, .partition = {partition}}).count == 19);
    }
}

TEST_CASE("writers of several threads share commits, and each sees its own write") {
    temporary_directory const directory;
    mt::durable const db(directory.file("store.db"));
    db->create_table(simple_table());
    std::atomic<int> wrong = 0;
    in_threads(4, [&](int thread) {
        for (int i = 0; i != 25; ++i) {
            auto const mine = item(thread * 100 + i, i);
            wrong += !db->put({.table = "table", .item = mine, .expected = mt::precondition::must_not_exist}).done;
            wrong +=
                db->get({.table = "table", .key = mt::item{{"p", "a"}, {"c", mt::value(*mine.find("c"))}}}) != mine;
        }
    });
    CHECK(wrong == 0);
    CHECK(db->status("table").table.items == 100);
}
