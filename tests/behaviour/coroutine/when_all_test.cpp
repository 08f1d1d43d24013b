// SPDX-License-Identifier: BSL-1.0
// when_all starts all of its awaitables before it waits, and has the results in their order.
#include <monotable/coroutine/when_all.hpp>

#include <catch2/catch_test_macros.hpp>

#include <coroutine>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mt = monotable;

namespace {

/// Waits until a test opens it.
struct gate {
    struct awaiter {
        gate& of;
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<> self) const { of.waiting.push_back(self); }
        void await_resume() const noexcept {}
    };
    awaiter operator co_await() noexcept { return {*this}; }
    void open() {
        for (auto const each : std::exchange(waiting, {})) each.resume();
    }
    std::vector<std::coroutine_handle<>> waiting;
};

mt::task<int> number(gate& at, int n) {
    co_await at;
    co_return n;
}
mt::task<std::unique_ptr<std::string>> text(gate& at) {
    co_await at;
    co_return std::make_unique<std::string>("text");
}
mt::task<> failing(gate& at, bool& over, bool fails) {
    co_await at;
    over = true;
    if (fails) throw std::runtime_error("it failed");
}

/// Starts, and is asked whether it is over.
struct started {
    explicit started(mt::task<> body) : work(watched.of(std::move(body))) {
        work.start([](void* flag) noexcept { *static_cast<bool*>(flag) = true; }, &over);
    }
    bool over = false;
    mt::detail::awaited<void> watched;
    mt::detail::watched_coroutine work;
};

} // namespace

TEST_CASE("several awaitables of different types are awaited at once") {
    gate at;
    int first = 0;
    std::string second;
    auto const body = [&]() -> mt::task<> {
        auto [n, t] = co_await mt::when_all(number(at, 3), text(at));
        first = n;
        second = *t;
    };
    started run(body());
    CHECK(at.waiting.size() == 2);
    CHECK(!run.over);
    at.open();
    CHECK(run.over);
    CHECK(first == 3);
    CHECK(second == "text");
}

TEST_CASE("any number of awaitables, their results in order; none is over at once") {
    gate at;
    std::vector<int> found;
    auto const body = [&]() -> mt::task<> {
        std::vector<mt::task<int>> all;
        for (int i = 0; i != 1000; ++i) all.push_back(number(at, i));
        found = co_await mt::when_all(std::move(all));
    };
    started run(body());
    CHECK(at.waiting.size() == 1000);
    at.open();
    CHECK(run.over);
    REQUIRE(found.size() == 1000);
    for (int i = 0; i != 1000; ++i) CHECK(found[static_cast<std::size_t>(i)] == i);
    CHECK(mt::sync_wait(mt::when_all(std::vector<mt::task<int>>())).empty());
}

TEST_CASE("an exception comes when all are over") {
    gate at, later;
    bool first = false, second = false;
    auto const body = [&]() -> mt::task<> {
        std::vector<mt::task<>> both;
        both.push_back(failing(at, first, true));
        both.push_back(failing(later, second, false));
        co_await mt::when_all(std::move(both));
    };
    started run(body());
    at.open();
    CHECK(first);
    CHECK(!run.over);
    later.open();
    CHECK(second);
    CHECK(run.over);
    CHECK_THROWS_AS(run.watched.take(), std::runtime_error);
}

TEST_CASE("what waits is destroyed with who waits for it") {
    gate at;
    bool over = false;
    auto const body = [&]() -> mt::task<> {
        std::vector<mt::task<>> both;
        both.push_back(failing(at, over, false));
        both.push_back(failing(at, over, false));
        co_await mt::when_all(std::move(both));
    };
    { started run(body()); }
    at.waiting.clear();
    CHECK(!over);
}
