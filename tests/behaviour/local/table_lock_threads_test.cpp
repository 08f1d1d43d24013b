// SPDX-License-Identifier: BSL-1.0
#include <monotable/local/table_lock.hpp>

#include <store_support.hpp>
#include <tested_store.hpp>
#include <threads_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace mt = monotable;
using mt::detail::table_access;
using namespace store_support;

TEST_CASE("readers hold a table lock together") {
    mt::detail::table_lock lock;
    std::atomic<int> inside = 0;
    in_threads(3, [&](int) {
        lock.lock_shared();
        ++inside;
        while (inside != 3) std::this_thread::yield(); // for ever unless all of them are let in
        lock.unlock_shared();
    });
    CHECK(inside == 3);
}

TEST_CASE("a writer has a table lock alone") {
    mt::detail::table_lock lock;
    int a = 0, b = 0; // the same unless a writer is at work
    std::atomic<int> torn = 0;
    in_threads(4, [&](int thread) {
        for (int i = 0; i != 5000; ++i) {
            if (thread < 2) {
                lock.lock();
                ++a;
                if (i % 16 == 0) std::this_thread::yield();
                ++b;
                lock.unlock();
            } else {
                lock.lock_shared();
                int const before = a;
                if (i % 64 == 0) std::this_thread::yield();
                torn += before != b;
                lock.unlock_shared();
            }
        }
    });
    CHECK(torn == 0);
    CHECK(a == 10'000);
}

TEST_CASE("readers that never pause let a waiting writer in") {
    mt::detail::table_lock lock;
    std::atomic<bool> written = false;
    std::atomic<int> reading = 0;
    std::vector<std::thread> readers;
    // The two overlap, so that there is always a reader inside: each leaves only once the other is back.
    for (int i = 0; i != 2; ++i)
        readers.emplace_back([&, i] {
            while (!written) {
                lock.lock_shared();
                reading.fetch_or(1 << i);
                for (int spins = 0; spins != 1000 && reading != 3 && !written; ++spins) std::this_thread::yield();
                reading.fetch_and(~(1 << i));
                lock.unlock_shared();
            }
        });
    while (reading == 0) std::this_thread::yield();
    lock.lock();
    written = true;
    lock.unlock();
    for (auto& each : readers) each.join();
    CHECK(written);
}

TEST_CASE("writers that never pause let a waiting reader in") {
    mt::detail::table_lock lock;
    std::atomic<bool> read = false;
    std::atomic<int> writes = 0;
    std::vector<std::thread> writers;
    for (int i = 0; i != 2; ++i)
        writers.emplace_back([&] {
            while (!read) {
                lock.lock();
                ++writes;
                lock.unlock();
            }
        });
    while (writes == 0) std::this_thread::yield();
    lock.lock_shared();
    read = true;
    lock.unlock_shared();
    for (auto& each : writers) each.join();
    CHECK(read);
}

TEST_CASE("where reads are snapshots, a table's readers and its writer do not exclude each other") {
    mt::detail::table_guard<true> guard;
    guard.lock(table_access::read);
    std::thread([&] {
        guard.lock(table_access::write);
        guard.unlock(table_access::write);
    }).join();
    guard.unlock(table_access::read);
    int writes = 0;
    in_threads(3, [&](int) {
        for (int i = 0; i != 2000; ++i) {
            guard.lock(i % 10 == 0 ? table_access::change : table_access::write);
            ++writes;
            guard.unlock(i % 10 == 0 ? table_access::change : table_access::write);
        }
    });
    CHECK(writes == 6000);
}

TEST_CASE("a writer of a store comes to its turn while readers never pause") {
    tested_store const store;
    store->create_table(simple_table());
    mt::item const item{{"p", "a"}, {"c", "b"}};
    store->put({.table = "table", .item = item});
    std::atomic<bool> stop = false;
    std::atomic<int> reads = 0, missing = 0;
    std::vector<std::thread> readers;
    for (int i = 0; i != 3; ++i)
        readers.emplace_back([&] {
            while (!stop) {
                missing += !store->get({.table = "table", .key = item});
                ++reads;
            }
        });
    while (reads == 0) std::this_thread::yield();
    for (int i = 0; i != 200; ++i) store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "b"}, {"n", i}}});
    stop = true;
    for (auto& each : readers) each.join();
    CHECK(missing == 0);
}
