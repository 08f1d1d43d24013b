// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/operation.hpp>
#include <monotable/config.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

namespace monotable {

/// The completion handler of an asynchronous operation: a function and its first argument. Copies are equivalent.
struct completion {
    void (*function)(void* context, std::exception_ptr failure) noexcept;
    void* context;

    /// Reports success or, if `failure` is not null, the exception of the operation.
    void operator()(std::exception_ptr failure = nullptr) const noexcept { function(context, std::move(failure)); }
};

/// A backend that performs the operations of `backend` asynchronously, without a waiting thread for each.
///
/// Each started operation, and each pause, calls its completion exactly once, on any thread, and possibly before
/// start() returns. All failures, including those of starting an operation, are passed to the completion; the functions
/// do not throw. Effects, errors and guarantees are those of `backend`.
///
/// The request of an operation, the objects that it refers to, and the reply must remain valid until the completion is
/// called; the backend does not access them afterwards. Operations cannot be canceled. A backend that is shut down
/// still completes all operations, possibly with store_error (unavailable).
///
/// All functions are thread-safe and can be called from a completion.
class async_backend {
  public:
    async_backend() = default;
    async_backend(async_backend const&) = delete;
    async_backend& operator=(async_backend const&) = delete;
    virtual ~async_backend() = default;

    /// Performs one operation and sets its reply, which is unspecified after a failure.
    virtual void start(operation const& what, completion done) noexcept = 0;

    /// Completes after that time, or earlier with a failure.
    virtual void start_pause(std::uint64_t microseconds, completion done) noexcept = 0;
};

/// Adapts a blocking backend: start() performs operations, and pauses, on the calling thread. For tests, and for stores
/// in memory, which do not block.
class immediate_backend final : public async_backend {
  public:
    /// REQUIRES: `inner` is not null.
    explicit immediate_backend(std::shared_ptr<backend> inner) noexcept : inner_(std::move(inner)) {}

    MONOTABLE_INLINE void start(operation const& what, completion done) noexcept override;
    MONOTABLE_INLINE void start_pause(std::uint64_t microseconds, completion done) noexcept override;

  private:
    std::shared_ptr<backend> inner_;
};

namespace detail {

/// Performs the operation and calls the completion.
void perform_and_complete(backend& store, operation const& what, completion done) noexcept;

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/backend/async_backend.ipp>
#endif
