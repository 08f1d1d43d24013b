// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/coroutine/support.hpp>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

namespace monotable {

template <class T = void>
class task;

namespace detail {

class task_promise_base {
  public:
    std::suspend_always initial_suspend() const noexcept { return {}; }
    auto final_suspend() const noexcept {
        struct transfer {
            bool await_ready() const noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<>) const noexcept { return next; }
            void await_resume() const noexcept {}
            std::coroutine_handle<> next;
        };
        return transfer{waiting_};
    }
    void unhandled_exception() noexcept { failure_ = std::current_exception(); }

    void set_waiting(std::coroutine_handle<> waiting) noexcept { waiting_ = waiting; }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    std::coroutine_handle<> waiting_ = std::noop_coroutine();
    std::exception_ptr failure_;
};

template <class T>
class task_promise final : public task_promise_base {
  public:
    task<T> get_return_object() noexcept;
    template <class U>
        requires std::is_constructible_v<T, U>
    void return_value(U&& value) {
        value_.emplace(std::forward<U>(value));
    }
    T take() {
        rethrow();
        return std::move(*value_);
    }

  private:
    std::optional<T> value_;
};

template <>
class task_promise<void> final : public task_promise_base {
  public:
    inline task<void> get_return_object() noexcept;
    void return_void() const noexcept {}
    void take() const { rethrow(); }
};

} // namespace detail

/// A lazy coroutine: it starts when it is awaited, and resumes the awaiting coroutine when it ends, on the thread where
/// it ends. co_await returns its result or rethrows its exception. Owns the coroutine: destroying a task destroys a
/// coroutine that has not started or is suspended, and the operation that it awaits. Can be moved before it is awaited,
/// and awaited once.
template <class T>
class [[nodiscard]] task {
    static_assert(!std::is_reference_v<T>,
                  "monotable: task<T> returns values; return a pointer instead of a reference");

  public:
    using promise_type = detail::task_promise<T>;

    task(task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
    task& operator=(task&& other) noexcept {
        std::swap(coroutine_, other.coroutine_);
        return *this;
    }
    ~task() {
        if (coroutine_) coroutine_.destroy();
    }

    auto operator co_await() && noexcept {
        struct awaiter {
            bool await_ready() const noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) const noexcept {
                coroutine.promise().set_waiting(waiting);
                return coroutine;
            }
            T await_resume() const { return coroutine.promise().take(); }
            std::coroutine_handle<promise_type> coroutine;
        };
        return awaiter{coroutine_};
    }

  private:
    friend promise_type;
    explicit task(std::coroutine_handle<promise_type> coroutine) noexcept : coroutine_(coroutine) {}

    std::coroutine_handle<promise_type> coroutine_;
};

namespace detail {

template <class T>
task<T> task_promise<T>::get_return_object() noexcept {
    return task<T>(std::coroutine_handle<task_promise>::from_promise(*this));
}
inline task<void> task_promise<void>::get_return_object() noexcept {
    return task<void>(std::coroutine_handle<task_promise>::from_promise(*this));
}

/// The awaiter of an awaitable.
template <class Awaitable>
decltype(auto) awaiter_of(Awaitable&& from) {
    if constexpr (requires { std::forward<Awaitable>(from).operator co_await(); })
        return std::forward<Awaitable>(from).operator co_await();
    else if constexpr (requires { operator co_await(std::forward<Awaitable>(from)); })
        return operator co_await(std::forward<Awaitable>(from));
    else return std::forward<Awaitable>(from);
}
/// The result type of co_await for an awaitable.
template <class Awaitable>
using await_result = decltype(awaiter_of(std::declval<Awaitable>()).await_resume());

/// A coroutine that is started explicitly and calls a function when it ends. Its body does not throw.
class watched_coroutine {
  public:
    struct promise_type {
        void (*over)(void* context) noexcept = nullptr;
        void* context = nullptr;

        watched_coroutine get_return_object() noexcept {
            return watched_coroutine(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        std::suspend_always initial_suspend() const noexcept { return {}; }
        auto final_suspend() const noexcept {
            struct tell {
                bool await_ready() const noexcept { return false; }
                void await_suspend(std::coroutine_handle<promise_type> done) const noexcept {
                    done.promise().over(done.promise().context); // which may destroy the coroutine
                }
                void await_resume() const noexcept {}
            };
            return tell{};
        }
        void return_void() const noexcept {}
        void unhandled_exception() const noexcept { std::terminate(); }
    };

    watched_coroutine(watched_coroutine&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
    watched_coroutine& operator=(watched_coroutine&&) = delete;
    ~watched_coroutine() {
        if (coroutine_) coroutine_.destroy();
    }

    void start(void (*over)(void*) noexcept, void* context) const {
        coroutine_.promise().over = over;
        coroutine_.promise().context = context;
        coroutine_.resume();
    }

  private:
    explicit watched_coroutine(std::coroutine_handle<promise_type> coroutine) noexcept : coroutine_(coroutine) {}

    std::coroutine_handle<promise_type> coroutine_;
};

/// The result of an awaited operation, or its exception. REQUIRES: Result is not a reference.
template <class Result>
class awaited {
  public:
    template <class Awaitable>
    watched_coroutine of(Awaitable from) {
        try {
            if constexpr (std::is_void_v<Result>) co_await std::move(from);
            else value_.emplace(co_await std::move(from));
        } catch (...) {
            failure_ = std::current_exception();
        }
    }
    Result take() {
        if (failure_) std::rethrow_exception(failure_);
        if constexpr (!std::is_void_v<Result>) return std::move(*value_);
    }

  private:
    struct nothing {};
    std::optional<std::conditional_t<std::is_void_v<Result>, nothing, Result>> value_;
    std::exception_ptr failure_;
};

/// Signals the end of an operation to a waiting thread.
class finish_flag {
  public:
    static void set(void* flag) noexcept {
        auto& self = *static_cast<finish_flag*>(flag);
        std::lock_guard const lock(self.mutex_);
        self.done_ = true;
        self.changed_.notify_all(); // under the lock, because the flag can be destroyed afterwards
    }
    void wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return done_; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool done_ = false;
};

} // namespace detail

/// Awaits an operation and blocks the calling thread meanwhile, for main() and for tests. Returns or throws what
/// co_await does.
template <class Awaitable>
auto sync_wait(Awaitable awaitable) {
    detail::awaited<std::remove_cvref_t<detail::await_result<Awaitable>>> result;
    detail::finish_flag over;
    auto const waiting = result.of(std::move(awaitable));
    waiting.start(&detail::finish_flag::set, &over);
    over.wait();
    return result.take();
}

} // namespace monotable
