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

/// Where an asynchronous operation reports its end: a function and its first argument. Copies are one and the same.
struct completion {
    void (*function)(void* context, std::exception_ptr failure) noexcept;
    void* context;

    /// Reports success or, unless it is null, the exception that the operation ended in.
    void operator()(std::exception_ptr failure = nullptr) const noexcept { function(context, std::move(failure)); }
};

/// A store of items that performs the operations of a `backend` without a thread that waits for each.
///
/// Each operation that is started, and each pause, ends in exactly one call of its completion: from any thread, and possibly
/// before start() returns. Failures are passed to the completion, those of starting an operation included; no function throws.
/// What an operation does, fails with and guarantees is as for `backend`.
///
/// The request of an operation, what it views and the place of the reply are borrowed until the completion is called; the
/// backend does not touch them afterwards. An operation cannot be taken back: a caller that has lost interest keeps them until
/// the completion. A backend that is shut down still completes all of it, and may do so with store_error (unavailable).
///
/// All functions may be called from several threads at once, and from within a completion.
class async_backend {
  public:
    async_backend() = default;
    async_backend(async_backend const&) = delete;
    async_backend& operator=(async_backend const&) = delete;
    virtual ~async_backend() = default;

    /// Carries out one operation and fills its reply, which is unspecified after a failure.
    virtual void start(operation const& what, completion done) noexcept = 0;

    /// Completes when that much time has passed, or earlier with a failure.
    virtual void start_pause(std::uint64_t microseconds, completion done) noexcept = 0;
};

/// A blocking backend whose operations are performed, and whose pauses are slept, within start(), on the thread that calls it:
/// for tests, and for a store in memory, which waits for nothing.
class immediate_backend final : public async_backend {
  public:
    /// Requires that it is not null.
    explicit immediate_backend(std::shared_ptr<backend> inner) noexcept : inner_(std::move(inner)) {}

    void start(operation const& what, completion done) noexcept override;
    void start_pause(std::uint64_t microseconds, completion done) noexcept override;

  private:
    std::shared_ptr<backend> inner_;
};

namespace detail {

/// Performs the operation and reports its end.
void perform_and_complete(backend& store, operation const& what, completion done) noexcept;

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/backend/async_backend.ipp>
#endif
