// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>
#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace monotable::detail {

/// A procedure in progress on an asynchronous backend. Starts the calls of each step concurrently, and continues when
/// the last of them completes, on the thread of that completion. Keeps itself, the procedure and the backend alive
/// while calls are in flight, so that the caller can release it at any time.
class async_run {
  public:
    /// Called once, with the context that was passed to start(), when the procedure has ended.
    using continuation = void (*)(void* context) noexcept;

    /// REQUIRES: `store` is not null.
    explicit async_run(std::shared_ptr<async_backend> store) noexcept : store_(std::move(store)) {}
    async_run(async_run const&) = delete;
    async_run& operator=(async_run const&) = delete;
    virtual ~async_run() = default;

    /// Starts the procedure. True if it has ended already; `done` is not called then. REQUIRES: it was not started
    /// before, and `context` is not null.
    static bool start(std::shared_ptr<async_run> const& run, continuation done, void* context);

    /// Abandons the procedure: no further calls are started, and the continuation is not called. Calls in flight may or
    /// may not be performed. REQUIRES: the procedure does not end concurrently on another thread.
    void abandon() noexcept { context_.store(nullptr, std::memory_order_release); }

    /// Rethrows the exception of the procedure, if there is one. REQUIRES: it has ended.
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  protected:
    virtual procedure& work() noexcept = 0;

  private:
    struct slot {
        async_run* run;
        pending_call* call;
    };

    /// Continues as far as possible without waiting. True if the procedure has ended; otherwise the last completion
    /// continues it.
    bool proceed();

    /// Called by each completion of the current step.
    void arrive() noexcept;

    static void complete_call(void* context, std::exception_ptr failure) noexcept;
    static void complete_pause(void* context, std::exception_ptr failure) noexcept;

    std::shared_ptr<async_backend> store_;
    std::shared_ptr<async_run> self_;  // set while calls can be in flight
    std::vector<slot> slots_;          // one for each call in flight
    std::atomic<std::size_t> left_{0}; // outstanding completions, and proceed() itself
    std::uint64_t pause_ = 0;          // after the calls in flight, in microseconds
    std::exception_ptr failure_;
    continuation done_ = nullptr;
    std::atomic<void*> context_{nullptr}; // null if abandoned, or if the continuation was called
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/backend/async_run.ipp>
#endif
