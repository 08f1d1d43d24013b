// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <thread>
#include <vector>

namespace store_support {

/// Calls f(0) to f(count - 1), each in a thread of its own, and waits for all of them.
template <class F>
void in_threads(int count, F&& f) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back([&f, i] { f(i); });
    for (auto& each : threads) each.join();
}

} // namespace store_support
