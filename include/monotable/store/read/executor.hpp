// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>

namespace monotable {

/// Runs requests to a store at once: for parallel() of a query or scan. One with threads is in extras/threads.hpp; a program
/// that has a thread pool derives from this.
class executor {
  public:
    executor() = default;
    executor(executor const&) = delete;
    executor& operator=(executor const&) = delete;
    virtual ~executor() = default;

    /// Calls task(context, i) once for every i < count, from any threads and in any order, and returns when all calls have.
    /// Tasks do not throw. May be called from several threads at once.
    virtual void run(std::size_t count, void (*task)(void* context, std::size_t i), void* context) = 0;
};

} // namespace monotable
