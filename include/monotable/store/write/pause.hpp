// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/meta/requirements.hpp>

#include <chrono>
#include <cstdint>
#include <thread>

namespace monotable::detail {

/// Waits before something is tried again: longer each time, up to `longest`, and by chance, so that those who were in each
/// other's way do not meet again.
class pauses {
  public:
    explicit pauses(std::chrono::microseconds first = std::chrono::microseconds(50),
                    std::chrono::microseconds longest = std::chrono::milliseconds(20));

    void wait();

  private:
    std::uint64_t next() noexcept;

    std::chrono::microseconds limit_, longest_;
    std::uint64_t state_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/pause.ipp>
#endif
