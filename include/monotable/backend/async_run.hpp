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

/// A procedure in progress on an asynchronous backend: starts the calls of each step at once, and goes on when the last of them
/// completes, on the thread where that happens. It keeps itself, the procedure and the backend alive while calls are in flight,
/// so that whoever started it may forget it at any time.
class async_run {
  public:
    /// Called once, with the context given to start(), when the procedure is over.
    using continuation = void (*)(void* context) noexcept;

    /// Requires that it is not null.
    explicit async_run(std::shared_ptr<async_backend> store) noexcept : store_(std::move(store)) {}
    async_run(async_run const&) = delete;
    async_run& operator=(async_run const&) = delete;
    virtual ~async_run() = default;

    /// Starts the procedure. True if it is over already; `done` is not called then. Requires that it was not started before,
    /// and that context is not null.
    static bool start(std::shared_ptr<async_run> const& run, continuation done, void* context);

    /// Nothing more is requested, and the continuation is not called. Calls in flight are done or not. Requires that the
    /// procedure does not come to its end at the same time on another thread.
    void abandon() noexcept { context_.store(nullptr, std::memory_order_release); }

    /// Throws what the procedure threw, if it did. Requires that it is over.
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

    /// Goes on as far as possible without waiting. True if the procedure is over; otherwise the last completion goes on.
    bool proceed();

    /// One of the completions that are waited for has been called.
    void arrive() noexcept;

    static void complete_call(void* context, std::exception_ptr failure) noexcept;
    static void complete_pause(void* context, std::exception_ptr failure) noexcept;

    std::shared_ptr<async_backend> store_;
    std::shared_ptr<async_run> self_;  // while calls may be in flight
    std::vector<slot> slots_;          // of the calls in flight
    std::atomic<std::size_t> left_{0}; // completions, and proceed() itself
    std::uint64_t pause_ = 0;          // after the calls in flight, microseconds
    std::exception_ptr failure_;
    continuation done_ = nullptr;
    std::atomic<void*> context_{nullptr}; // null: abandoned, or told
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/backend/async_run.ipp>
#endif
