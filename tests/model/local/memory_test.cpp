// SPDX-License-Identifier: BSL-1.0
// Random operations on a store and on a model of it: a std::map of items, which every read filters and sorts anew.

#include <store_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

// A key value as C++ compares it, without any encoding of the library.
struct scalar {
    mt::value_type type = mt::value_type::string;
    std::string text;
    mt::decimal number;

    static scalar of(mt::value_view v) {
        if (v.is(mt::value_type::number)) return {v.type(), {}, v.as_number()};
        return {v.type(), std::string(v.key_bytes()), {}};
    }
    std::strong_ordering operator<=>(scalar const& other) const {
        if (auto const c = text.compare(other.text); c != 0) return c <=> 0;
        return number <=> other.number;
    }
    bool operator==(scalar const& other) const { return *this <=> other == 0; }
    bool begins_with(scalar const& prefix) const { return text.compare(0, prefix.text.size(), prefix.text) == 0; }
};

using tuple = std::vector<scalar>;

std::optional<tuple> tuple_of(mt::item_view item, std::vector<mt::key_attribute> const& attributes) {
    tuple out;
    for (auto const& each : attributes) {
        auto const found = item.find(each.name);
        if (!found) return std::nullopt;
        out.push_back(scalar::of(*found));
    }
    return out;
}

class model {
  public:
    explicit model(mt::table_description table) : table_(std::move(table)), key_{table_.partition} {
        if (table_.sort) key_.push_back(*table_.sort);
    }

    bool put(mt::item const& item, mt::precondition condition, std::vector<std::string_view> const& known) {
        auto const key = *tuple_of(item, key_);
        auto const found = items_.find(key);
        bool const exists = found != items_.end();
        if (condition == (exists ? mt::precondition::must_not_exist : mt::precondition::must_exist)) return false;
        std::map<std::string, mt::value> attributes;
        if (exists && !known.empty())
            for (auto const& [name, value] : found->second)
                if (std::count(known.begin(), known.end(), name) == 0) attributes.emplace(name, mt::value(value));
        for (auto const& [name, value] : item) attributes.insert_or_assign(std::string(name), mt::value(value));
        std::string bytes;
        mt::value_writer out(bytes);
        out.begin_map();
        for (auto const& [name, value] : attributes) {
            out.name(name);
            out.raw(value);
        }
        out.end_map();
        items_.insert_or_assign(key, mt::item::parse(bytes));
        return true;
    }

    std::optional<mt::item> get(mt::item const& key) const {
        auto const found = items_.find(*tuple_of(key, key_));
        return found == items_.end() ? std::nullopt : std::optional(found->second);
    }

    bool erase(mt::item const& key) { return items_.erase(*tuple_of(key, key_)) == 1; }

    std::vector<mt::item> query(mt::query_request const& request) const {
        auto const* index = index_named(request.index);
        auto const sort = index ? index->sort : std::vector<mt::key_attribute>(key_.begin() + 1, key_.end());
        std::vector<std::pair<tuple, mt::item>> found;
        for (auto const& [key, item] : items_) {
            auto const partition =
                tuple_of(item, index ? index->partition : std::vector<mt::key_attribute>{table_.partition});
            auto place = tuple_of(item, sort);
            if (!partition || !place || !matches(request, *partition, *place)) continue;
            place->insert(place->end(), key.begin(), key.end());
            found.emplace_back(*place, item);
        }
        std::sort(found.begin(), found.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
        if (request.descending) std::reverse(found.begin(), found.end());
        std::vector<mt::item> out;
        for (auto const& each : found) out.push_back(projected(each.second, index));
        return out;
    }

    std::vector<mt::item> scan(std::string_view name) const {
        auto const* index = index_named(name);
        std::vector<mt::item> out;
        for (auto const& [key, item] : items_)
            if (!index || (tuple_of(item, index->partition) && tuple_of(item, index->sort)))
                out.push_back(projected(item, index));
        return out;
    }

    mt::table_description const& table() const { return table_; }

  private:
    mt::index_description const* index_named(std::string_view name) const {
        for (auto const& each : table_.indexes)
            if (each.name == name) return &each;
        return nullptr;
    }

    static bool matches(mt::query_request const& request, tuple const& partition, tuple const& place) {
        for (std::size_t i = 0; i < partition.size(); ++i)
            if (partition[i] != scalar::of(request.partition[i])) return false;
        auto const used = request.sort_equals.size();
        for (std::size_t i = 0; i < used; ++i)
            if (place[i] != scalar::of(request.sort_equals[i])) return false;
        if (request.begins_with && !place[used].begins_with(scalar::of(*request.begins_with))) return false;
        if (request.lower) {
            auto const order = place[used] <=> scalar::of(request.lower->limit);
            if (order < 0 || (order == 0 && !request.lower->inclusive)) return false;
        }
        if (request.upper) {
            auto const order = place[used] <=> scalar::of(request.upper->limit);
            if (order > 0 || (order == 0 && !request.upper->inclusive)) return false;
        }
        return true;
    }

    mt::item projected(mt::item const& item, mt::index_description const* index) const {
        if (!index || index->projection == mt::projection_type::all) return item;
        std::set<std::string> wanted(index->included.begin(), index->included.end());
        for (auto const& each : key_) wanted.insert(each.name);
        for (auto const& each : index->partition) wanted.insert(each.name);
        for (auto const& each : index->sort) wanted.insert(each.name);
        std::string bytes;
        mt::value_writer out(bytes);
        out.begin_map();
        for (auto const& [name, value] : item) {
            if (wanted.count(std::string(name)) == 0) continue;
            out.name(name);
            out.raw(value);
        }
        out.end_map();
        return mt::item::parse(bytes);
    }

    mt::table_description table_;
    std::vector<mt::key_attribute> key_;
    std::map<tuple, mt::item> items_;
};

class generator {
  public:
    explicit generator(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t n) { return random_() % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }

    // Few enough that keys meet, with what separators, escapes and numbers could trip over.
    mt::value key_value(mt::value_type type) {
        static constexpr char const* numbers[] = {"0", "-1", "1", "10", "9", "1e-130", "0.5", "-100", "99.99", "1e125"};
        if (type == mt::value_type::number) return mt::decimal(numbers[below(std::size(numbers))]);
        static constexpr std::string_view alphabet[] = {"a", "b", "#", {"\0", 1}, "\1", "\x7f"};
        std::string text;
        for (auto n = 1 + below(3); n != 0; --n) text += alphabet[below(std::size(alphabet))];
        if (type == mt::value_type::string) return text + (one_in(8) ? "\xc3\xa9" : "");
        return mt::value::binary(text + (one_in(4) ? "\xff" : ""));
    }

    mt::item key(mt::table_description const& table) {
        if (!table.sort) return {{table.partition.name, key_value(table.partition.type)}};
        return {{table.partition.name, key_value(table.partition.type)},
                {table.sort->name, key_value(table.sort->type)}};
    }

    mt::item item(mt::table_description const& table) {
        auto const base = key(table);
        std::map<std::string, mt::value> attributes;
        for (auto const& [name, value] : base) attributes.emplace(name, mt::value(value));
        for (auto const& index : table.indexes)
            for (auto const* part : {&index.partition, &index.sort})
                for (auto const& each : *part)
                    if (!one_in(4)) attributes.emplace(each.name, key_value(each.type));
        for (auto const* name : {"v", "w", "x"})
            if (one_in(2)) attributes.emplace(name, static_cast<int>(below(100)));
        std::string bytes;
        mt::value_writer out(bytes);
        out.begin_map();
        for (auto const& [name, value] : attributes) {
            out.name(name);
            out.raw(value);
        }
        out.end_map();
        return mt::item::parse(bytes);
    }

    mt::query_request query(mt::table_description const& table) {
        mt::query_request out;
        out.table = table.name;
        std::vector<mt::key_attribute> partition{table.partition}, sort;
        if (table.sort) sort = {*table.sort};
        if (!table.indexes.empty() && !one_in(3)) {
            auto const& index = table.indexes[below(table.indexes.size())];
            out.index = index.name;
            partition = index.partition;
            sort = index.sort;
        }
        for (auto const& each : partition) out.partition.push_back(key_value(each.type));
        auto const equal = below(sort.size() + 1);
        for (std::size_t i = 0; i < equal; ++i) out.sort_equals.push_back(key_value(sort[i].type));
        if (equal < sort.size() && !one_in(3)) {
            auto const& next = sort[equal];
            if (one_in(2)) out.lower = mt::sort_bound{key_value(next.type), one_in(2)};
            if (one_in(2)) out.upper = mt::sort_bound{key_value(next.type), one_in(2)};
            if (next.type != mt::value_type::number && one_in(2)) out.begins_with = key_value(next.type);
        }
        out.descending = one_in(2);
        return out;
    }

    mt::precondition condition() { return one_in(2) ? mt::precondition::any : static_cast<mt::precondition>(below(3)); }

    std::vector<std::string_view> known(mt::item const& item) {
        std::vector<std::string_view> out;
        if (one_in(2)) return out;
        for (auto const& member : item) out.push_back(member.name);
        for (auto const* each : {"v", "g", "l"})
            if (one_in(2)) out.push_back(each);
        return out;
    }

  private:
    std::mt19937_64 random_;
};

template <class Read, class Request>
std::vector<mt::item> all_pages(Read&& read, Request request) {
    std::vector<mt::item> out;
    do {
        auto page = read(request);
        for (auto& each : page.items) out.push_back(std::move(each));
        request.exclusive_start_key = std::move(page.last_evaluated_key);
    } while (request.exclusive_start_key);
    return out;
}

std::multiset<std::string_view> unordered(std::vector<mt::item> const& items) {
    std::multiset<std::string_view> out;
    for (auto const& each : items) out.insert(each.bytes());
    return out;
}

void run(model expected, unsigned seed) {
    tested_store const store;
    auto const& table = expected.table();
    store->create_table(table);
    generator random(seed);
    for (int step = 0; step < 1500; ++step) {
        CAPTURE(step);
        switch (random.below(8)) {
        case 0:
        case 1:
        case 2:
        case 3: {
            auto const item = random.item(table);
            auto const condition = random.condition();
            auto const known = random.known(item);
            auto const before =
                expected.get(table.sort ? mt::item{{"p", mt::value(*item.find("p"))}, {"c", mt::value(*item.find("c"))}}
                                        : mt::item{{"p", mt::value(*item.find("p"))}});
            auto const result = store->put({.table = table.name,
                                            .item = item,
                                            .expected = condition,
                                            .known_attributes = known,
                                            .returns = mt::return_values::all_old,
                                            .return_failed = true});
            REQUIRE(result.attributes == before);
            REQUIRE(result.done == expected.put(item, condition, known));
            break;
        }
        case 4: {
            auto const key = random.key(table);
            auto const before = expected.get(key);
            auto const result = store->erase(
                {.table = table.name, .item = key, .returns = mt::return_values::all_old, .return_failed = true});
            REQUIRE(result.attributes == before);
            REQUIRE(result.existed == expected.erase(key));
            break;
        }
        case 5: {
            auto const key = random.key(table);
            REQUIRE(store->get({.table = table.name, .key = key}) == expected.get(key));
            break;
        }
        case 6: {
            auto request = random.query(table);
            auto const wanted = expected.query(request);
            request.limit = random.below(4);
            REQUIRE(all_pages([&](auto const& r) { return store->query(r); }, request) == wanted);
            request.select = mt::selection::count;
            request.limit = 0;
            REQUIRE(store->query(request).count == wanted.size());
            break;
        }
        default: {
            mt::scan_request request{.table = table.name};
            if (!table.indexes.empty() && random.one_in(2))
                request.index = table.indexes[random.below(table.indexes.size())].name;
            request.limit = random.below(2) * 5;
            request.total_segments = static_cast<std::uint32_t>(1 + random.below(4));
            std::vector<mt::item> found;
            for (; request.segment < request.total_segments; ++request.segment)
                for (auto& each : all_pages([&](auto const& r) { return store->scan(r); }, request))
                    found.push_back(std::move(each));
            auto const wanted = expected.scan(request.index);
            REQUIRE(unordered(found) == unordered(wanted));
        }
        }
    }
}

} // namespace

TEST_CASE("a store does what a map of items does") {
    auto const seed = GENERATE(range(1u, 9u));
    CAPTURE(seed);
    SECTION("a table and indexes of every kind") {
        run(model({.name = "table",
                   .partition = S("p"),
                   .sort = S("c"),
                   .indexes = {{.name = "global", .partition = {S("g")}, .sort = {N("h")}},
                               {.name = "keys", .partition = {S("g")}, .projection = mt::projection_type::keys_only},
                               {.name = "local",
                                .local = true,
                                .partition = {S("p")},
                                .sort = {B("l")},
                                .projection = mt::projection_type::include,
                                .included = {"v", "g"}},
                               {.name = "inverted", .partition = {S("c")}, .sort = {S("p")}},
                               {.name = "multi",
                                .partition = {N("h"), S("c")},
                                .sort = {S("g"), B("l"), N("m")},
                                .projection = mt::projection_type::include,
                                .included = {"w"}}}}),
            seed);
    }
    SECTION("numbers and binaries for keys") {
        run(model({.name = "table",
                   .partition = N("p"),
                   .sort = B("c"),
                   .indexes = {{.name = "by_binary", .partition = {B("g")}, .sort = {N("p")}}}}),
            seed);
        run(model({.name = "table", .partition = B("p"), .sort = N("c")}), seed);
    }
    SECTION("no sort key") {
        run(model({.name = "table",
                   .partition = S("p"),
                   .indexes = {{.name = "global", .partition = {N("g")}, .sort = {S("h")}}}}),
            seed);
    }
}
