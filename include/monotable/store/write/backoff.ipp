// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/write/backoff.hpp>

namespace monotable::detail {

MONOTABLE_INLINE backoff::backoff(retry_policy const& policy) noexcept
    : policy_(policy),
      limit_(static_cast<std::uint64_t>(policy.first.count())),
      started_(policy.deadline.count() != 0 ? now() : 0) {}

MONOTABLE_INLINE bool backoff::goes_on() noexcept {
    if (++attempts_ >= policy_.attempts) return false;
    return policy_.deadline.count() == 0 || now() - started_ <= static_cast<std::uint64_t>(policy_.deadline.count());
}

MONOTABLE_INLINE std::uint64_t backoff::next_pause() noexcept {
    std::uint64_t const pause = random() % (limit_ + 1);
    auto const longest = static_cast<std::uint64_t>(policy_.longest.count());
    limit_ = limit_ * 2 < longest ? limit_ * 2 : longest;
    return pause;
}

MONOTABLE_INLINE void backoff::start_over() noexcept {
    attempts_ = 0;
    limit_ = static_cast<std::uint64_t>(policy_.first.count());
    if (policy_.deadline.count() != 0) started_ = now();
}

MONOTABLE_INLINE std::uint64_t backoff::now() noexcept {
    auto const since = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since).count());
}

MONOTABLE_INLINE std::uint64_t backoff::random() noexcept { // splitmix64
    if (state_ == 0)
        state_ = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
                 reinterpret_cast<std::uintptr_t>(this);
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

} // namespace monotable::detail
