// SPDX-License-Identifier: BSL-1.0
// Random allocations, each filled with its number, against a map of them.
#include <monotable/local/memory_arena.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <random>

namespace mt = monotable::detail;

namespace {

struct block {
    std::size_t size;
    char fill;
};

} // namespace

TEST_CASE("blocks of an arena do not overlap, and its memory is used again") {
    auto const seed = GENERATE(1u, 2u, 3u);
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    mt::memory_arena arena(12);
    std::map<mt::memory_arena::handle, block> blocks;
    std::size_t used = 0, most = 0;
    auto const whole = [&](mt::memory_arena::handle h, block const& b) {
        auto const* const p = arena.at(h) + mt::memory_arena::head_size;
        return std::all_of(p, p + b.size - mt::memory_arena::head_size, [&](char c) { return c == b.fill; });
    };
    auto const sizes = [&] { return random() % 50 == 0 ? random() % 60'000 : random() % 400; };
    for (int step = 0; step != 20'000; ++step) {
        bool const growing = step % 4000 < 2500;
        auto some = blocks.lower_bound(static_cast<mt::memory_arena::handle>(random() % 200'000));
        if (random() % 100 < (growing ? 70u : 30u)) {
            auto const size = mt::memory_arena::head_size + static_cast<std::size_t>(sizes());
            if (random() % 8 == 0) arena.reserve(size);
            auto const made = arena.allocate(size);
            REQUIRE(made != 0);
            REQUIRE(arena.capacity(made) >= size);
            REQUIRE(blocks.count(made) == 0);
            auto const fill = static_cast<char>(random());
            std::memset(arena.at(made) + mt::memory_arena::head_size, fill, size - mt::memory_arena::head_size);
            blocks.insert({made, {size, fill}});
            used += size;
            most = std::max(most, used);
        } else if (some != blocks.end()) {
            REQUIRE(whole(some->first, some->second));
            used -= some->second.size;
            if (random() % 4 == 0) {
                some->second.size = mt::memory_arena::head_size + (some->second.size - mt::memory_arena::head_size) / 3;
                arena.shrink(some->first, some->second.size);
                used += some->second.size;
            } else {
                arena.free(some->first);
                blocks.erase(some);
            }
        }
    }
    for (auto const& [h, b] : blocks) REQUIRE(whole(h, b));
    CHECK(arena.mapped() < most * 3 / 2);
    for (auto const& [h, b] : blocks) arena.free(h);
    CHECK(arena.mapped() <= 2 * 8 * 4096);
}
