// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/coroutine/support.hpp>

#include <monotable/coroutine/task.hpp>

#include <atomic>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

namespace detail {

/// Starts coroutines, and resumes the awaiting coroutine when all have ended.
class coroutines_in_parallel {
  public:
    explicit coroutines_in_parallel(std::vector<watched_coroutine>& started) noexcept : started_(started) {}

    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> waiting) {
        waiting_ = waiting;
        left_.store(started_.size() + 1, std::memory_order_relaxed);
        for (watched_coroutine const& each : started_) each.start(&arrive, this);
        return left_.fetch_sub(1, std::memory_order_acq_rel) != 1;
    }
    void await_resume() const noexcept {}

  private:
    static void arrive(void* context) noexcept {
        auto& self = *static_cast<coroutines_in_parallel*>(context);
        if (self.left_.fetch_sub(1, std::memory_order_acq_rel) == 1) self.waiting_.resume();
    }

    std::vector<watched_coroutine>& started_;
    std::atomic<std::size_t> left_{0};
    std::coroutine_handle<> waiting_;
};

template <class Awaitable>
using awaited_value = std::remove_cvref_t<await_result<Awaitable>>;

} // namespace detail

/// Awaits several awaitables concurrently, and returns a tuple of their results, none of which is void. All of them run to their
/// end; then the first exception, if any, is thrown.
template <class... Awaitables>
    requires(sizeof...(Awaitables) != 0)
task<std::tuple<detail::awaited_value<Awaitables>...>> when_all(Awaitables... from) {
    std::tuple<detail::awaited<detail::awaited_value<Awaitables>>...> results;
    std::vector<detail::watched_coroutine> started;
    started.reserve(sizeof...(Awaitables));
    std::apply([&](auto&... each) { (started.push_back(each.of(std::move(from))), ...); }, results);
    co_await detail::coroutines_in_parallel(started);
    co_return std::apply([](auto&... each) { return std::tuple<detail::awaited_value<Awaitables>...>{each.take()...}; },
                         results);
}

/// The same for any number of awaitables of one type. Returns a vector of their results, or void if those are void.
template <class Awaitable>
auto when_all(std::vector<Awaitable> from)
    -> task<std::conditional_t<std::is_void_v<detail::awaited_value<Awaitable>>, void,
                               std::vector<detail::awaited_value<Awaitable>>>> {
    using result = detail::awaited_value<Awaitable>;
    std::vector<detail::awaited<result>> results(from.size());
    std::vector<detail::watched_coroutine> started;
    started.reserve(from.size());
    for (std::size_t i = 0; i != from.size(); ++i) started.push_back(results[i].of(std::move(from[i])));
    co_await detail::coroutines_in_parallel(started);
    if constexpr (std::is_void_v<result>) {
        for (auto& each : results) each.take();
    } else {
        std::vector<result> taken;
        taken.reserve(results.size());
        for (auto& each : results) taken.push_back(each.take());
        co_return taken;
    }
}

} // namespace monotable
