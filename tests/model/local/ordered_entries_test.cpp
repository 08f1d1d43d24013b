// SPDX-License-Identifier: BSL-1.0
// Random insertions, removals and searches against a std::set.
#include <monotable/local/ordered_entries.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstdint>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace mt = monotable::detail;

namespace {

using key = std::tuple<std::uint64_t, std::string, std::string>;

key key_of(std::string const& partition, std::string const& sort) {
    return {mt::partition_hash(partition), partition, sort};
}

key key_of(mt::memory_entry const& entry) { return key_of(std::string(entry.partition()), std::string(entry.sort())); }

} // namespace

TEST_CASE("ordered entries are a set of keys") {
    auto const seed = GENERATE(1u, 2u, 3u);
    auto const partitions = GENERATE(1u, 3u, 1000u);
    auto const sorts = GENERATE(1u, 1000u, 1'000'000u);
    CAPTURE(seed, partitions, sorts);
    std::mt19937_64 random(seed);
    auto const numbered = [&](unsigned n) { return std::to_string(random() % n); };
    mt::ordered_entries<8> entries;
    std::set<key> model;
    for (int step = 0; step < 6000; ++step) {
        auto const partition = numbered(partitions), sort = numbered(sorts);
        auto const k = key_of(partition, sort);
        auto* const found = entries.find({partition, sort});
        REQUIRE((found != nullptr) == (model.count(k) == 1));
        bool const growing = step % 3000 < 2000;
        if (found != nullptr && (!growing || random() % 4 == 0)) {
            entries.erase(found);
            model.erase(k);
        } else if (found == nullptr && growing) {
            entries.insert(mt::memory_entry::create({partition, sort}, nullptr));
            model.insert(k);
        } else if (!growing && !model.empty()) {
            auto const at = entries.begin();
            REQUIRE(key_of(*entries.at(at)) == *model.begin());
            entries.erase(entries.at(at));
            model.erase(model.begin());
        }
        auto const expected = model.lower_bound(k);
        auto const position = entries.lower_bound({partition, sort});
        REQUIRE((position == entries.end()) == (expected == model.end()));
        if (expected != model.end()) REQUIRE(key_of(*entries.at(position)) == *expected);
        if (expected != model.begin()) REQUIRE(key_of(*entries.at(entries.previous(position))) == *std::prev(expected));
        auto const behind = entries.behind(partition);
        auto const expected_behind = model.lower_bound(key_of(partition, "\xff"));
        REQUIRE((behind == entries.end()) == (expected_behind == model.end()));
        if (expected_behind != model.end()) REQUIRE(key_of(*entries.at(behind)) == *expected_behind);
    }
    auto expected = model.begin();
    for (auto p = entries.begin(); p != entries.end(); p = entries.next(p), ++expected)
        REQUIRE(key_of(*entries.at(p)) == *expected);
    REQUIRE(expected == model.end());
}

TEST_CASE("keys that only grow fill their blocks") {
    mt::ordered_entries<256> entries;
    for (int i = 100'000; i < 110'000; ++i) entries.insert(mt::memory_entry::create({"p", std::to_string(i)}, nullptr));
    int i = 100'000;
    auto p = entries.begin();
    for (; p != entries.end(); p = entries.next(p), ++i) REQUIRE(entries.at(p)->sort() == std::to_string(i));
    CHECK(i == 110'000);
    CHECK(p.block < 45);
}
