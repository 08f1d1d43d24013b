// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/time_point.hpp>

#include <cstdint>

namespace monotable {

/// Gives milliseconds since 1970. May be called from several threads at once.
using clock_function = std::int64_t (*)();

namespace detail {

template <class Clock = std::chrono::system_clock> // so that only who makes a store pays for compiling it
std::int64_t milliseconds_now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count();
}

} // namespace detail

} // namespace monotable
