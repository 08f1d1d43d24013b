// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/meta/chrono.hpp>

#include <cstdint>

namespace monotable {

/// How often a write is attempted whose items others keep changing: exponential backoff with full jitter. A write is attempted
/// again at once after its first conflict; before each further attempt there is a pause of a random length, at most `first`
/// before the first of them and twice as long before each one after it, up to `longest`.
struct retry_policy {
    unsigned attempts = 100; ///< in all, the first one included; 0 is as 1
    std::chrono::microseconds first = std::chrono::microseconds(50);
    std::chrono::microseconds longest = std::chrono::microseconds(20'000);
    /// No attempt begins later than this after the first one; 0: no deadline.
    std::chrono::microseconds deadline = std::chrono::microseconds(0);
};

namespace detail {

/// Counts the attempts of one thing, and the pauses between them.
class backoff {
  public:
    explicit backoff(retry_policy const& policy) noexcept;

    /// Counts a failed attempt. False if there is to be no other one.
    bool goes_on() noexcept;

    /// The attempts that failed.
    unsigned attempts() const noexcept { return attempts_; }

    /// The length of the next pause, which may be zero. Pauses get longer.
    std::uint64_t next_pause() noexcept; // microseconds

    /// As if nothing had failed yet.
    void start_over() noexcept;

  private:
    static std::uint64_t now() noexcept; // microseconds
    std::uint64_t random() noexcept;

    retry_policy policy_;
    std::uint64_t limit_; // of the next pause
    std::uint64_t started_ = 0;
    std::uint64_t state_ = 0;
    unsigned attempts_ = 0;
};

} // namespace detail
} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/backoff.ipp>
#endif
