// SPDX-License-Identifier: BSL-1.0
#pragma once

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
                    std::chrono::microseconds longest = std::chrono::milliseconds(20))
        : limit_(first),
          longest_(longest),
          state_(static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
                 reinterpret_cast<std::uintptr_t>(this)) {}

    void wait() {
        auto const most = static_cast<std::uint64_t>(limit_.count());
        std::this_thread::sleep_for(std::chrono::microseconds(next() % (most + 1)));
        limit_ = limit_ * 2 < longest_ ? limit_ * 2 : longest_;
    }

  private:
    std::uint64_t next() noexcept { // splitmix64
        std::uint64_t x = state_ += 0x9e3779b97f4a7c15;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

    std::chrono::microseconds limit_, longest_;
    std::uint64_t state_;
};

} // namespace monotable::detail
