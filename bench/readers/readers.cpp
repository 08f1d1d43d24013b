// SPDX-License-Identifier: BSL-1.0
// Reads of one table in memory by one thread and by several: how much they get done together. measure.sh runs it.
#include <monotable/local/memory.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace mt = monotable;

namespace {

constexpr int partitions = 1000, items = 20;

mt::memory filled() {
    mt::memory store;
    store->create_table({.name = "orders",
                         .partition = {"customer", mt::value_type::string},
                         .sort = mt::key_attribute{"order", mt::value_type::string}});
    for (int p = 0; p != partitions; ++p)
        for (int i = 0; i != items; ++i)
            store->put({.table = "orders",
                        .item = mt::item{{"customer", "customer-" + std::to_string(p)},
                                         {"order", "order-" + std::to_string(i)},
                                         {"status", "shipped"},
                                         {"total", i},
                                         {"note", "forty bytes of a note about this order.."}}});
    return store;
}

// Reads per second of `threads` threads together, in a quarter of a second.
template <class F>
double rate(int threads, F&& read) {
    std::atomic<bool> stop = false;
    std::atomic<long> done = 0;
    std::vector<std::thread> running;
    auto const start = std::chrono::steady_clock::now();
    for (int t = 0; t != threads; ++t)
        running.emplace_back([&, t] {
            long n = 0;
            for (unsigned random = 17 + static_cast<unsigned>(t); !stop; ++n) {
                random = random * 1664525u + 1013904223u;
                read("customer-" + std::to_string((random >> 8) % partitions),
                     "order-" + std::to_string((random >> 4) % items));
            }
            done += n;
        });
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    stop = true;
    for (auto& each : running) each.join();
    return static_cast<double>(done) / std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class F>
void compare(char const* name, int threads, F&& read) {
    std::vector<double> ratios, alone;
    for (int round = 0; round != 15; ++round) { // side by side, so that other work on the machine meets both
        auto const one = rate(1, read);
        ratios.push_back(rate(threads, read) / one);
        alone.push_back(one);
    }
    std::sort(ratios.begin(), ratios.end());
    std::sort(alone.begin(), alone.end());
    std::printf("%-8s one thread %8.0f/s, %d threads %.2f times as many\n", name, alone[7], threads, ratios[7]);
}

} // namespace

int main(int count, char** arguments) {
    auto const threads = count > 1 ? std::atoi(arguments[1]) : 2;
    auto const store = filled();
    compare("get", threads, [&](std::string const& customer, std::string const& order) {
        if (!store->get({.table = "orders", .key = mt::item{{"customer", customer}, {"order", order}}})) std::abort();
    });
    compare("query", threads, [&](std::string const& customer, std::string const&) {
        if (store->query({.table = "orders", .partition = {customer}, .limit = 10}).count != 10) std::abort();
    });
}
