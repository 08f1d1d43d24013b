// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>

// Including <thread> takes much longer to compile than one POSIX function.
#if __has_include(<unistd.h>)
#include <time.h>
#else
#include <chrono>
#include <thread>
#endif

namespace monotable {

namespace detail {

MONOTABLE_INLINE void sleep_for(std::uint64_t microseconds) {
#if __has_include(<unistd.h>)
    timespec left{};
    left.tv_sec = static_cast<decltype(left.tv_sec)>(microseconds / 1'000'000);
    left.tv_nsec = static_cast<decltype(left.tv_nsec)>(microseconds % 1'000'000 * 1000);
    while (nanosleep(&left, &left) != 0) {} // a signal interrupts it
#else
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
#endif
}

} // namespace detail

MONOTABLE_INLINE void run(backend& store, detail::procedure& what) {
    for (auto step = what.advance(); !step.is_done(); step = what.advance()) {
        for (std::size_t i = 0; i != step.count; ++i) {
            try {
                store.perform(step.calls[i].what);
            } catch (...) {
                step.calls[i].failure = std::current_exception();
            }
        }
        if (step.pause_microseconds != 0) detail::sleep_for(step.pause_microseconds);
    }
}

} // namespace monotable
