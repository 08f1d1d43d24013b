// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/write/pause.hpp>

namespace monotable::detail {

MONOTABLE_INLINE pauses::pauses(std::chrono::microseconds first, std::chrono::microseconds longest)
    : limit_(first),
      longest_(longest),
      state_(static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
             reinterpret_cast<std::uintptr_t>(this)) {}

MONOTABLE_INLINE void pauses::wait() {
    auto const most = static_cast<std::uint64_t>(limit_.count());
    std::this_thread::sleep_for(std::chrono::microseconds(next() % (most + 1)));
    limit_ = limit_ * 2 < longest_ ? limit_ * 2 : longest_;
}

MONOTABLE_INLINE std::uint64_t pauses::next() noexcept { // splitmix64
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

} // namespace monotable::detail
