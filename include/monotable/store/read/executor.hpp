// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>

namespace monotable {

/// Runs requests concurrently, for parallel() of a query or scan. extras/threads.hpp has an executor with threads;
/// programs with a thread pool of their own derive from this class.
class executor {
  public:
    executor() = default;
    executor(executor const&) = delete;
    executor& operator=(executor const&) = delete;
    virtual ~executor() = default;

    /// Calls task(context, i) once for every i in [0, count), on any threads and in any order, and returns when all
    /// calls have returned. Tasks do not throw. Must be thread-safe.
    virtual void run(std::size_t count, void (*task)(void* context, std::size_t i), void* context) = 0;
};

} // namespace monotable
