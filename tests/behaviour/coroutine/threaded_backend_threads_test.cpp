// SPDX-License-Identifier: BSL-1.0
// Coroutines of several threads on a blocking backend that threads perform.
#include <monotable/coroutines.hpp>
#include <monotable/extras/threaded_backend.hpp>

#include <shop.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace shop_model;

namespace {

struct fixture {
    std::shared_ptr<mt::backend> memory = mt::memory();
    mt::store<shop> blocking{memory};

    fixture() {
        for (int i = 0; i != 200; ++i)
            blocking.put(order{std::to_string(i), "c" + std::to_string(i % 20), day(i), status::open, mt::decimal(i)})
                .or_throw();
    }
    auto threaded(std::size_t threads) { return std::make_shared<mt::threaded_backend>(memory, threads); }
};

mt::task<std::size_t> read_all(mt::async_store<shop> db, int from) {
    std::size_t found = 0;
    for (int i = from; i != from + 20; ++i) {
        std::vector<std::string> const some{std::to_string(i), std::to_string(i + 20), std::to_string(i + 40)};
        found += (co_await db.query<order>("id"_f.in(some)).all()).size();
    }
    co_return found;
}

/// Counts how many tasks of a type of its own are over.
struct detached {
    struct promise_type {
        detached get_return_object() const noexcept { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() const noexcept {}
        void unhandled_exception() const noexcept { std::terminate(); }
    };
};
detached count(mt::task<std::size_t> task, std::atomic<std::size_t>& found, std::atomic<int>& over) {
    found += co_await std::move(task);
    ++over;
}

} // namespace

TEST_CASE("several threads await on one backend of several threads") {
    fixture f;
    mt::async_store<shop> const db(f.threaded(4));
    std::atomic<std::size_t> found = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t != 4; ++t) threads.emplace_back([&, t] { found += mt::sync_wait(read_all(db, 20 * t)); });
    for (auto& each : threads) each.join();
    CHECK(found == 4 * 20 * 3);
}

TEST_CASE("many coroutines are in flight from one thread, and the store may go before they end") {
    fixture f;
    std::atomic<std::size_t> found = 0;
    std::atomic<int> over = 0;
    {
        mt::async_store<shop> const db(f.threaded(3));
        for (int i = 0; i != 100; ++i) count(read_all(db, i), found, over);
    }
    while (over != 100) std::this_thread::yield();
    CHECK(found == 100 * 20 * 3);
}

TEST_CASE("pauses end in time, the shorter one first, and with the backend") {
    fixture f;
    struct note {
        std::atomic<int> ended = 0;
        static void end(void* self, std::exception_ptr) noexcept { ++static_cast<note*>(self)->ended; }
    } first, second, last;
    {
        auto const threaded = f.threaded(1);
        auto const begin = std::chrono::steady_clock::now();
        threaded->start_pause(60'000'000, {&note::end, &last});
        threaded->start_pause(40'000, {&note::end, &second});
        threaded->start_pause(1'000, {&note::end, &first});
        while (first.ended == 0) std::this_thread::yield();
        CHECK(second.ended == 0);
        while (second.ended == 0) std::this_thread::yield();
        CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(40));
        CHECK(last.ended == 0);
    }
    CHECK(last.ended == 1);
}
