// SPDX-License-Identifier: BSL-1.0
// task: lazy, owned, with the result or the exception of its coroutine; however many there are in turn.
#include <monotable/coroutines.hpp>

#include <catch2/catch_test_macros.hpp>

#include <coroutine>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace mt = monotable;

namespace {

mt::task<int> twice(int n) { co_return 2 * n; }
mt::task<std::string> text() { co_return "text"; } // converted
mt::task<std::unique_ptr<int>> owned() { co_return std::make_unique<int>(3); }
mt::task<> failing() {
    throw std::runtime_error("it failed");
    co_return;
}

/// Goes on at once on another thread.
struct elsewhere {
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiting) {
        thread = std::thread([waiting] { waiting.resume(); });
        thread.detach();
    }
    int await_resume() const noexcept { return 5; }
    std::thread thread = {};
};

struct never {
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    void await_resume() const noexcept {}
};

} // namespace

TEST_CASE("a task gives its result, of any type that can be moved") {
    CHECK(mt::sync_wait(twice(4)) == 8);
    CHECK(mt::sync_wait(text()) == "text");
    CHECK(*mt::sync_wait(owned()) == 3);
    auto const sum = []() -> mt::task<int> {
        int const a = co_await twice(1);
        co_return a + co_await twice(2);
    };
    CHECK(mt::sync_wait(sum()) == 6);
}

TEST_CASE("an exception goes to who awaits") {
    CHECK_THROWS_AS(mt::sync_wait(failing()), std::runtime_error);
    auto const body = []() -> mt::task<bool> {
        try {
            co_await failing();
        } catch (std::runtime_error const&) {
            co_return true;
        }
        co_return false;
    };
    CHECK(mt::sync_wait(body()));
}

TEST_CASE("a task starts when it is awaited, and is destroyed with what it holds") {
    bool started = false;
    auto const held = std::make_shared<int>(1);
    auto const body = [&](std::shared_ptr<int>) -> mt::task<> {
        started = true;
        co_await never();
    };
    { auto const unused = body(held); }
    CHECK(!started);
    CHECK(held.use_count() == 1);
}

TEST_CASE("tasks in turn do not nest on the stack") {
    auto const body = []() -> mt::task<int> {
        int sum = 0;
        for (int i = 0; i != 1'000'000; ++i) sum += co_await twice(1);
        co_return sum;
    };
#if defined(__OPTIMIZE__) || defined(__clang__)
    CHECK(mt::sync_wait(body()) == 2'000'000);
#else
    static_cast<void>(body); // g++ transfers without a call only when it optimizes
#endif
}

TEST_CASE("sync_wait waits for what ends on another thread") {
    CHECK(mt::sync_wait(elsewhere()) == 5);
    auto const body = []() -> mt::task<int> { co_return co_await elsewhere() + 1; };
    CHECK(mt::sync_wait(body()) == 6);
}
