// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/operation.hpp>
#include <monotable/config.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>

namespace monotable {

namespace detail {

/// An operation that a procedure needs, and the exception with which it ended, if any.
struct pending_call {
    operation what;
    std::exception_ptr failure = {};
};

/// The requirements of a procedure's next step: all of the calls, in any order or concurrently, and then a pause of at
/// least that time. Without calls and without a pause the procedure has ended.
struct procedure_step {
    pending_call* calls = nullptr; ///< owned by the procedure, valid until it is advanced
    std::size_t count = 0;
    std::uint64_t pause_microseconds = 0;

    bool is_done() const noexcept { return count == 0 && pause_microseconds == 0; }
};

/// A verb in progress, which performs no I/O: it returns the operations that it needs and continues with their replies.
/// The driver determines how they are performed: run() on the calling thread, a coroutine without blocking a thread.
class procedure {
  public:
    procedure() = default;
    procedure(procedure const&) = delete;
    procedure& operator=(procedure const&) = delete;
    virtual ~procedure() = default;

    /// Continues as far as possible. REQUIRES: the calls of the previous step were performed, and their replies or
    /// failures are set. Throws the exceptions of the verb; the procedure has then ended, as after an empty step.
    virtual detail::procedure_step advance() = 0;
};

/// Blocks the calling thread for at least this time.
void sleep_for(std::uint64_t microseconds);

} // namespace detail

/// Performs the procedure on the calling thread, one call after the other. Throws its exceptions.
void run(backend& store, detail::procedure& what);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/backend/procedure.ipp>
#endif
