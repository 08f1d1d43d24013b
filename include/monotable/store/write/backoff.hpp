// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/meta/chrono.hpp>

#include <cstdint>

namespace monotable {

/// The retries of a write after conflicts with concurrent writes: exponential backoff with full jitter. After its first conflict
/// a write is retried at once; each further attempt follows a pause of a random length, at most `first` for the first of them and
/// twice as long for each one after it, up to `longest`.
struct retry_policy {
    unsigned attempts = 100; ///< the total number, including the first one; 0 is equivalent to 1
    std::chrono::microseconds first = std::chrono::microseconds(50);
    std::chrono::microseconds longest = std::chrono::microseconds(20'000);
    /// No attempt begins later than this after the first one; 0: no deadline.
    std::chrono::microseconds deadline = std::chrono::microseconds(0);
};

namespace detail {

/// Counts the attempts of one operation, and determines the pauses between them.
class backoff {
  public:
    explicit backoff(retry_policy const& policy) noexcept;

    /// Counts a failed attempt. False if there must not be another one.
    bool goes_on() noexcept;

    /// The number of failed attempts.
    unsigned attempts() const noexcept { return attempts_; }

    /// The length of the next pause, which may be zero. Its limit increases with each call.
    std::uint64_t next_pause() noexcept; // microseconds

    /// Resets the count, the pauses and the deadline.
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
