// SPDX-License-Identifier: BSL-1.0
// Random writes, while indexes come and go and streams begin and end. What must hold afterwards: a stream leads from one
// state of its table to the next, sizes are what a scan counts, and an index is the same whenever it was added.
#include <monotable/backend/maintenance.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/core/size.hpp>

#include <store_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

using contents = std::map<std::string, mt::item>; // by the bytes of the key

mt::item key_of(mt::item_view item) { return {{"p", mt::value(*item.find("p"))}, {"c", mt::value(*item.find("c"))}}; }

contents all_items(tested_store const& store, std::string_view index = "") {
    contents out;
    for (auto& each : store->scan({.table = "table", .index = index}).items)
        out.emplace(std::string(key_of(each).bytes()), each);
    return out;
}

std::vector<mt::index_description> possible_indexes() {
    return {{.name = "all", .partition = {S("g")}, .sort = {N("h")}},
            {.name = "keys", .partition = {N("h")}, .projection = mt::projection_type::keys_only},
            {.name = "multi",
             .partition = {S("g"), S("c")},
             .sort = {N("h"), B("k")},
             .projection = mt::projection_type::include,
             .included = {"v"}},
            {.name = "inverted", .partition = {S("c")}, .sort = {S("p")}}};
}

// Without an index there may be values that could not be its keys.
class generator {
  public:
    explicit generator(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t n) { return random_() % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }

    mt::item key() {
        return {{"p", std::string(1, static_cast<char>('a' + below(3)))}, {"c", std::to_string(below(8))}};
    }

    mt::item item(bool wild) {
        std::map<std::string, mt::value> attributes;
        for (auto const& [name, value] : key()) attributes.emplace(name, mt::value(value));
        if (!one_in(4)) attributes.emplace("g", std::string(1 + below(2), 'x'));
        if (!one_in(4)) attributes.emplace("h", static_cast<int>(below(3)));
        if (!one_in(4)) attributes.emplace("k", mt::value::binary(std::string(1, static_cast<char>(below(3)))));
        for (auto const* name : {"v", "w"})
            if (one_in(2)) attributes.emplace(name, std::string(below(40), 'v'));
        if (one_in(3)) attributes.emplace("end", static_cast<int>(1'700'000'000 + below(100)));
        if (wild)
            for (auto const* name : {"g", "h", "k"})
                if (one_in(3)) attributes.insert_or_assign(name, unfit());
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

  private:
    mt::value unfit() {
        switch (below(5)) {
        case 0: return mt::value();
        case 1: return true;
        case 2: return "";
        case 3: return std::string(3000, 'l');
        default: return mt::value::binary("");
        }
    }

    std::mt19937_64 random_;
};

void check_sizes(tested_store const& store) {
    auto const status = store->status("table");
    auto const count = [&](std::string_view index, mt::detail::collection_size const& told) {
        CAPTURE(index);
        mt::detail::collection_size found;
        for (auto const& each : store->scan({.table = "table", .index = index}).items) {
            ++found.items;
            found.bytes += mt::item_size(each);
        }
        REQUIRE(told.items == found.items);
        REQUIRE(told.bytes == found.bytes);
    };
    count("", status.table);
    REQUIRE(status.indexes.size() == status.description.indexes.size());
    for (std::size_t i = 0; i != status.indexes.size(); ++i)
        count(status.description.indexes[i].name, status.indexes[i]);
}

void replay(tested_store const& store, std::string const& stream, contents& items) {
    for (auto const& shard : store->shards(stream)) {
        mt::stream_page page;
        page.next = store->seek_stream({stream, shard.id});
        do {
            page = store->read_stream(*page.next, 7);
            for (auto const& each : page.records) {
                auto const key = std::string(each.keys.bytes());
                auto const found = items.find(key);
                REQUIRE(each.before.has_value() == (found != items.end()));
                if (each.before) REQUIRE(*each.before == found->second);
                REQUIRE((each.change == mt::change_kind::insert) == !each.before);
                REQUIRE((each.change == mt::change_kind::remove) == !each.after);
                if (each.before && each.after) REQUIRE(*each.before != *each.after);
                if (each.after) items.insert_or_assign(key, *each.after);
                else items.erase(key);
            }
        } while (!page.records.empty() && page.next);
    }
}

} // namespace

TEST_CASE("semantics 11: replaying a stream gives the table") {
    auto const seed = GENERATE(range(1u, 13u));
    CAPTURE(seed);
    tested_store const store(mt::detail::milliseconds_now<>, {.shard_records = seed % 3 == 0 ? 10u : 0u});
    mt::table_settings settings{.stream = mt::stream_view::new_and_old_images, .time_to_live = "end"};
    store->create_table(simple_table(), settings);
    generator random(seed);
    std::map<std::string, contents> begun{{store->streams("table")[0].id, {}}};
    for (int step = 0; step != 600; ++step) {
        CAPTURE(step);
        switch (random.below(12)) {
        case 0: store->erase({.table = "table", .item = random.key()}); break;
        case 1:
            store->local_maintenance()->expire_items(static_cast<std::int64_t>(1'700'000'000 + random.below(100)));
            break;
        case 2: {
            auto const before = all_items(store);
            settings.stream = mt::stream_view::none;
            store->change_settings("table", settings);
            if (random.one_in(2)) store->put({.table = "table", .item = random.item(true)});
            settings.stream = mt::stream_view::new_and_old_images;
            store->change_settings("table", settings);
            begun.emplace(store->streams("table").back().id, all_items(store));
            break;
        }
        case 3: {
            auto const item = random.item(true), other = random.item(true);
            if (key_of(item) == key_of(other)) break;
            mt::write_request const both[] = {{.table = "table", .item = item}, {.table = "table", .item = other}};
            REQUIRE(store->transact_write(both, {}).done);
            break;
        }
        default:
            store->put({.table = "table",
                        .item = random.item(true),
                        .expected = static_cast<mt::precondition>(random.below(3))});
        }
    }
    auto const now = all_items(store);
    auto [last, items] = *begun.rbegin();
    replay(store, last, items);
    CHECK(items == now);
    for (auto i = begun.begin(); i != begun.end(); ++i)
        replay(store, i->first, i->second); // before images chain in all of them
    check_sizes(store);
}

TEST_CASE("semantics 9: an index is the same whenever it was added") {
    auto const seed = GENERATE(range(1u, 13u));
    CAPTURE(seed);
    auto const indexes = possible_indexes();
    tested_store const early, late;
    auto table = simple_table();
    table.indexes = indexes;
    early->create_table(table);
    late->create_table(simple_table());
    generator random(seed);
    std::set<std::string> there;
    for (int step = 0; step != 600; ++step) {
        CAPTURE(step);
        if (random.one_in(12)) {
            auto const& index = indexes[random.below(indexes.size())];
            if (there.erase(index.name) != 0) {
                late->drop_index("table", index.name);
            } else {
                late->add_index("table", index);
                there.insert(index.name);
                REQUIRE(all_items(late, index.name) == all_items(early, index.name));
            }
        } else if (random.one_in(4)) {
            auto const key = random.key();
            early->erase({.table = "table", .item = key});
            late->erase({.table = "table", .item = key});
        } else {
            auto const item = random.item(false);
            early->put({.table = "table", .item = item});
            late->put({.table = "table", .item = item});
        }
    }
    for (auto const& index : indexes) {
        if (there.count(index.name) == 0) late->add_index("table", index);
        CHECK(all_items(late, index.name) == all_items(early, index.name));
    }
    check_sizes(early);
    check_sizes(late);
}

TEST_CASE("semantics 3: sizes are right whatever an added index has skipped") {
    auto const seed = GENERATE(range(1u, 9u));
    CAPTURE(seed);
    tested_store const store;
    store->create_table(simple_table());
    generator random(seed);
    auto const indexes = possible_indexes();
    for (int round = 0; round != 10; ++round) {
        for (int i = 0; i != 40; ++i) store->put({.table = "table", .item = random.item(true)});
        for (auto const& each : indexes) store->add_index("table", each);
        check_sizes(store);
        for (int i = 0; i != 40; ++i) {
            if (random.one_in(3)) store->erase({.table = "table", .item = random.key()});
            else store->put({.table = "table", .item = random.item(false)});
            if (i % 8 == 0) check_sizes(store);
        }
        check_sizes(store);
        for (auto const& each : indexes) store->drop_index("table", each.name);
        check_sizes(store);
    }
}
