// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/operation.hpp>
#include <monotable/config.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>

namespace monotable {

/// An operation that a procedure needs, and the exception that performing it ended in, if any.
struct pending_call {
    operation what;
    std::exception_ptr failure = {};
};

/// What a procedure needs before it can go on: all of the calls, in any order or at once, and then at least that much time.
/// Without calls and without a pause the procedure is done.
struct procedure_step {
    pending_call* calls = nullptr; ///< owned by the procedure, valid until it is advanced
    std::size_t count = 0;
    std::uint64_t pause_microseconds = 0;

    bool is_done() const noexcept { return count == 0 && pause_microseconds == 0; }
};

/// A verb in progress, without I/O of its own: it names the operations that it needs and goes on with their replies. Whoever
/// drives it decides how they are performed: run() on the calling thread, a coroutine without a thread that waits.
class procedure {
  public:
    procedure() = default;
    procedure(procedure const&) = delete;
    procedure& operator=(procedure const&) = delete;
    virtual ~procedure() = default;

    /// Goes on as far as it can. Requires that the calls of the step before were performed, their replies filled or their
    /// failures set. Throws what the verb throws; the procedure is over then, as it is after a step that is done.
    virtual procedure_step advance() = 0;
};

namespace detail {

/// Blocks the calling thread for at least this time.
void sleep_for(std::uint64_t microseconds);

} // namespace detail

/// Performs the procedure on the calling thread, each call after the other. Throws what it throws.
void run(backend& store, procedure& what);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/backend/procedure.ipp>
#endif
