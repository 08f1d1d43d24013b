// SPDX-License-Identifier: BSL-1.0
// The engine in memory against a sorted list of the items, with nodes and segments of a few entries, so that all of them are
// split and merged. Any allocation may fail.
#include <monotable/local/collection_keys.hpp>
#include <monotable/local/local_collection.hpp>
#include <monotable/local/memory_engine.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <new>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace {

thread_local int allocations_left = -1; // without end

} // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
    if (allocations_left == 0) throw std::bad_alloc();
    if (allocations_left > 0) --allocations_left;
    if (auto* const p = std::malloc(size == 0 ? 1 : size)) return p;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace mt = monotable;
using namespace store_support;
using mt::detail::entry_key;
using mt::detail::memory_engine;
using mt::detail::memory_table;
using mt::detail::stored_item;

namespace {

mt::index_description const global{.name = "global", .partition = {S("g")}, .sort = {S("h")}};
mt::index_description const composite{.name = "composite", .partition = {S("h"), S("c")}, .sort = {S("g"), S("v")}};

mt::table_status table_of(std::vector<mt::index_description> indexes) {
    mt::table_status out;
    out.description = {.name = "table", .partition = S("p"), .sort = S("c"), .indexes = std::move(indexes)};
    out.indexes.resize(out.description.indexes.size());
    return out;
}

using full_key = std::tuple<std::uint64_t, std::string, std::string>;

entry_key view_of(full_key const& k) { return {std::get<1>(k), std::get<2>(k)}; }

/// A table, and what it should contain.
class database {
  public:
    using change = mt::detail::item_change<memory_table, memory_engine::stream>;

    explicit database(mt::detail::memory_limits const& limits)
        : engine_(limits), status_(table_of({global, composite})), table_(engine_, status_) {
        describe();
    }

    /// Puts or erases items, together.
    void write(std::vector<std::pair<std::string, mt::item>> const& puts, std::vector<std::string> const& erased) {
        allocations_left = -1;
        memory_engine::write_scope scope(engine_);
        std::deque<std::optional<stored_item>> versions;
        std::deque<std::vector<mt::detail::index_change>> indexes;
        std::deque<mt::detail::entry_location> keys;
        std::vector<change> changes;
        auto const add = [&](std::string const& name, mt::item const* next) {
            auto const place = locate(0, next != nullptr ? *next : items_.at(name));
            auto const key = keys.emplace_back(*place).key();
            auto const& before = versions.emplace_back(scope.find(table_, keys.back().key()));
            auto const* after =
                next == nullptr
                    ? nullptr
                    : &*versions.emplace_back(stored_item{*next, static_cast<std::uint32_t>(next->bytes().size())});
            auto& moved = indexes.emplace_back();
            for (std::size_t i = 1; i != collections_.size(); ++i) {
                auto const was = before ? locate(i, before->view) : std::nullopt,
                           is = after != nullptr ? locate(i, *next) : std::nullopt;
                if (was && is && was->key() == is->key()) continue;
                if (!was && !is) continue;
                mt::detail::index_change one{i - 1, was.has_value(), is.has_value(), {}, {}};
                if (was) one.from = keys.emplace_back(*was).key();
                if (is) one.to = keys.emplace_back(*is).key();
                moved.push_back(one);
            }
            changes.push_back({&table_, key, before ? &*before : nullptr, after, moved});
        };
        for (auto const& name : erased) add(name, nullptr);
        for (auto const& [name, item] : puts) add(name, &item);
        allocations_left = allowed;
        scope.write(changes, nullptr);
        allocations_left = -1;
        for (auto const& [name, item] : puts) items_.insert_or_assign(name, item);
        for (auto const& name : erased) items_.erase(name);
    }

    void add_index(mt::index_description const& index) {
        auto status = status_;
        status.description.indexes.push_back(index);
        status.indexes.emplace_back();
        mt::detail::local_collection added;
        added.describe(status.description, status.description.indexes.size());
        mt::detail::entry_location place;
        entry_key found;
        allocations_left = allowed;
        table_.add_index(status, [&](stored_item item) -> entry_key const* {
            auto const left = std::exchange(allocations_left, -1); // those of the key are not the engine's
            bool const is = added.keys.locate(item.view, place);
            allocations_left = left;
            found = place.key();
            return is ? &found : nullptr;
        });
        allocations_left = -1;
        status_ = std::move(status);
        describe();
    }
    void drop_index(std::size_t i) {
        status_.description.indexes.erase(status_.description.indexes.begin() + static_cast<std::ptrdiff_t>(i));
        status_.indexes.pop_back();
        table_.drop_index(i, status_);
        describe();
    }

    /// Everything that the engine shows is in the list, in its order.
    void check(std::mt19937_64& random) const {
        memory_engine::read_scope const scope(engine_);
        int wrong = 0;
        for (std::size_t c = 0; c != collections_.size(); ++c) {
            CAPTURE(c);
            std::vector<std::pair<full_key, std::string_view>> all;
            for (auto const& [name, item] : items_)
                if (auto const at = locate(c, item))
                    all.push_back({{mt::detail::partition_hash(at->partition), at->partition, at->sort}, item.bytes()});
            std::sort(all.begin(), all.end());
            auto const some = [&] { return all[random() % all.size()].first; };
            std::vector<std::string_view> shown;
            auto const show = [&](stored_item each) {
                wrong += each.size != each.view.bytes().size();
                shown.push_back(each.view.bytes());
                return true;
            };
            auto const expect = [&](auto&& in) {
                std::vector<std::string_view> expected;
                for (auto const& [k, bytes] : all)
                    if (in(k)) expected.push_back(bytes);
                return expected;
            };
            auto const same = [&](std::vector<std::string_view> const& expected) { return shown == expected; };
            scope.scan(table_, c, {0, ~std::uint64_t()}, nullptr, show);
            REQUIRE(same(expect([](full_key const&) { return true; })));
            if (all.empty()) continue;

            auto after = some(), low = some(), high = some();
            if (random() % 2 == 0) std::get<2>(after) += "x"; // an entry that does not exist
            auto const start = view_of(after);
            mt::detail::hash_range const hashes{std::min(std::get<0>(low), std::get<0>(high)),
                                                std::max(std::get<0>(low), std::get<0>(high))};
            shown.clear();
            scope.scan(table_, c, {0, std::get<0>(high)}, &start, show);
            REQUIRE(same(expect([&](full_key const& k) { return k > after && std::get<0>(k) <= std::get<0>(high); })));
            shown.clear();
            scope.scan(table_, c, hashes, nullptr, show);
            REQUIRE(same(expect(
                [&](full_key const& k) { return std::get<0>(k) >= hashes.first && std::get<0>(k) <= hashes.last; })));

            auto const partition = std::get<1>(some());
            auto const begin = std::get<2>(low).substr(0, random() % 9), end = std::get<2>(high);
            bool const bounded = random() % 2 == 0, descending = random() % 2 == 0;
            shown.clear();
            scope.visit(table_, c, partition, {begin, end, bounded}, descending, show);
            auto expected = expect([&](full_key const& k) {
                return std::get<1>(k) == partition && std::get<2>(k) >= begin && (!bounded || std::get<2>(k) < end);
            });
            if (descending) std::reverse(expected.begin(), expected.end());
            REQUIRE(same(expected));
        }
        std::vector<mt::detail::entry_location> places;
        std::vector<entry_key> keys;
        for (auto const& [name, item] : items_) places.push_back(*locate(0, item));
        for (std::size_t i = 0; i != places.size(); ++i)
            if (i % 7 == 0) places[i].sort += "x";
        for (auto const& each : places) keys.push_back(each.key());
        std::vector<std::optional<stored_item>> found(keys.size());
        mt::detail::find_many(scope, table_, keys, found.data());
        std::size_t i = 0;
        for (auto const& [name, item] : items_) {
            bool const is = i % 7 != 0;
            wrong += found[i].has_value() != is || (is && found[i]->view != item);
            wrong += scope.find(table_, keys[i]).has_value() != is;
            ++i;
        }
        REQUIRE(wrong == 0);
    }

    std::map<std::string, mt::item> const& items() const { return items_; }
    memory_table const& table() const { return table_; }
    std::size_t indexes() const { return collections_.size() - 1; }

    int allowed = -1; ///< allocations, of the next changes

  private:
    void describe() {
        collections_.resize(1 + status_.description.indexes.size());
        for (std::size_t i = 0; i != collections_.size(); ++i) {
            collections_[i] = {};
            collections_[i].describe(status_.description, i);
        }
    }
    std::optional<mt::detail::entry_location> locate(std::size_t collection, mt::item_view item) const {
        mt::detail::entry_location out;
        return collections_[collection].keys.locate(item, out) ? std::optional(std::move(out)) : std::nullopt;
    }

    memory_engine engine_;
    mt::table_status status_;
    memory_table table_;
    std::vector<mt::detail::local_collection> collections_;
    std::map<std::string, mt::item> items_;
};

/// Texts with common prefixes, with zeros, some of them long.
std::string text(std::size_t n) {
    auto out = "k" + std::to_string(n);
    if (n % 7 == 0) out.insert(1, n % 2 * 280 + 20, 'x');
    if (n % 5 == 0) out += std::string("\0\1", n % 3);
    return out;
}

/// Runs `f` with one allocation more each time, until it succeeds.
template <class F>
void with_failures(database& db, std::mt19937_64& random, F&& f) {
    for (db.allowed = 0;; ++db.allowed) {
        try {
            f();
            break;
        } catch (std::bad_alloc const&) {
            allocations_left = -1;
            db.check(random);
        }
    }
    db.allowed = -1;
}

} // namespace

TEST_CASE("the engine in memory keeps items in order") {
    auto const seed = GENERATE(range(1u, 9u));
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    database db({.node = seed % 2 == 0 ? 4 : 4 + below(8), .segment = 2 + below(4), .chunk_bits = 12});
    auto const partitions = 1 + below(40), sorts = 1 + below(300);
    auto const name_of = [](std::string const& p, std::string const& c) { return p + '\2' + c; };
    auto const named = [&] {
        auto const p = text(below(partitions)), c = text(below(sorts));
        std::string const pad(below(20) == 0 ? below(30'000) : below(60), 'v');
        auto item =
            below(5) == 0
                ? mt::item{{"c", c}, {"p", p}, {"v", pad}}
                : mt::item{
                      {"c", c}, {"g", "g" + std::to_string(below(3))}, {"h", text(below(50))}, {"p", p}, {"v", pad}};
        return std::pair(name_of(p, c), std::move(item));
    };
    for (int step = 0; step != 2400; ++step) {
        CAPTURE(step);
        bool const growing = step % 1200 < 800;
        std::vector<std::pair<std::string, mt::item>> puts;
        std::vector<std::string> erased;
        std::set<std::string> used;
        for (auto n = below(20) == 0 ? below(12) : 1; n != 0; --n) {
            auto one = named();
            auto name = one.first;
            bool const puts_it = below(100) < (growing ? 85u : 20u);
            if (!puts_it) {
                auto at = db.items().lower_bound(name);
                if (at == db.items().end()) at = db.items().begin();
                if (at == db.items().end()) continue;
                name = at->first;
            }
            if (!used.insert(name).second) continue; // one change for each item
            if (puts_it) puts.push_back(std::move(one));
            else erased.push_back(name);
        }
        if (step % 60 == 59) with_failures(db, random, [&] { db.write(puts, erased); });
        else db.write(puts, erased);
        if (step % 30 == 0) db.check(random);
        if (step % 400 == 399) {
            db.drop_index(below(db.indexes()));
            db.check(random);
            with_failures(db, random,
                          [&] { db.add_index(db.indexes() == 1 && step % 800 < 400 ? global : composite); });
            db.check(random);
        }
    }
    if (db.items().empty()) db.write({named()}, {});
    while (db.items().size() > 1) db.write({}, {db.items().begin()->first});
    auto other = named();
    while (db.items().count(other.first) == 1) other = named();
    db.write({other}, {db.items().begin()->first}); // empty between the two changes
    db.check(random);
    db.write({}, {other.first});
    db.check(random);
    CHECK(db.table().mapped() <= 2 * 8 * 4096); // two chunks
}

TEST_CASE("keys that only grow fill their nodes") {
    auto const used = [](std::size_t step) {
        database db({.node = 64, .segment = 64, .chunk_bits = 12});
        for (std::size_t i = 0; i != 20'000; ++i) { // in order, or mixed
            auto const c = std::to_string(100'000 + i * step % 20'000);
            db.write({{c, mt::item{{"c", c}, {"p", "p"}}}}, {});
        }
        return db.table().mapped();
    };
    CHECK(used(1) < 20'000 * (16 + 32 + 14));
    CHECK(used(7919) < 20'000 * (16 + 32 + 24));
}
