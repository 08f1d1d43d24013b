// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>

#include <store_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

mt::index_description global() { return {.name = "global", .partition = {S("g")}, .sort = {N("n")}}; }

tested_store with_items(int count) {
    tested_store store;
    store->create_table(simple_table());
    for (int i = 0; i != count; ++i)
        store->put({.table = "table",
                    .item = mt::item{{"p", std::to_string(i % 7)}, {"c", std::to_string(i)}, {"g", "x"}, {"n", -i}}});
    return store;
}

mt::item with(mt::item const& item, std::string_view name, mt::value const& value) {
    std::string bytes;
    mt::value_writer out(bytes);
    out.begin_map();
    for (auto const& each : item) {
        out.name(each.name);
        out.raw(each.value);
    }
    out.name(name);
    out.raw(value);
    out.end_map();
    return mt::item::parse(bytes);
}

// The sort keys of all entries, sorted.
std::string names_of(tested_store const& store, std::string_view index) {
    std::vector<std::string> found;
    for (auto const& each : store->scan({.table = "table", .index = index}).items)
        found.push_back(text(*each.find("c")));
    std::sort(found.begin(), found.end());
    std::string out;
    for (auto const& each : found) out += (out.empty() ? "" : " ") + each;
    return out;
}

} // namespace

TEST_CASE("semantics 9: an index that is added later has the items that were there before") {
    auto const store = with_items(20);
    store->add_index("table", global());
    auto const page = store->query({.table = "table", .index = "global", .partition = {"x"}, .limit = 5});
    CHECK(all(page.items, "n") == "-19 -18 -17 -16 -15");
    CHECK(store->scan({.table = "table", .index = "global"}).count == 20);
    CHECK(store->describe("table").indexes == std::vector{global()});
    CHECK(store->status("table").indexes.at(0).items == 20);
}

TEST_CASE("semantics 9: and follows every write from then on") {
    auto const store = with_items(3);
    store->add_index("table", global());
    store->put({.table = "table", .item = mt::item{{"p", "0"}, {"c", "0"}, {"g", "y"}, {"n", 1}}});
    store->put({.table = "table", .item = mt::item{{"p", "9"}, {"c", "9"}, {"g", "x"}, {"n", 2}}});
    store->erase({.table = "table", .item = mt::item{{"p", "1"}, {"c", "1"}}});
    auto const x = store->query({.table = "table", .index = "global", .partition = {"x"}});
    CHECK(all(x.items, "c") == "2 9");
    auto const y = store->query({.table = "table", .index = "global", .partition = {"y"}});
    CHECK(all(y.items, "c") == "0");
}

TEST_CASE("semantics 3: what cannot be a key of an index that is added is skipped") {
    tested_store const store;
    store->create_table(simple_table());
    int number = 0;
    auto const put = [&](mt::value const& g, mt::value const& n) {
        auto const base = mt::item{{"p", "a"}, {"c", std::to_string(number++)}};
        store->put({.table = "table", .item = with(with(base, "g", g), "n", n)});
    };
    put("fits", 1);                    // 0
    put(1, 1);                         // 1: another type
    put("", 1);                        // 2: empty
    put(std::string(2048, 'g'), 1);    // 3
    put(std::string(2049, 'g'), 1);    // 4: too long
    put("fits", "1");                  // 5: another type
    put(mt::value::binary("fits"), 1); // 6
    put(mt::value(), 1);               // 7: null
    put(true, 1);                      // 8
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "9"}, {"g", "fits"}}});
    store->add_index("table", global());
    store->add_index("table", {.name = "strings", .partition = {S("g")}});
    store->add_index("table", {.name = "long", .partition = {S("p")}, .sort = {S("g")}});
    CHECK(names_of(store, "global") == "0 3");
    CHECK(names_of(store, "strings") == "0 3 5 9");
    CHECK(names_of(store, "long") == "0 5 9");
    CHECK(store->status("table").indexes.at(0).items == 2);

    SECTION("the items are still there, and can be replaced and erased") {
        CHECK(store->scan({.table = "table"}).count == 10);
        for (int i = 0; i != 10; ++i)
            store->put(
                {.table = "table", .item = mt::item{{"p", "a"}, {"c", std::to_string(i)}, {"g", "new"}, {"n", i}}});
        CHECK(store->query({.table = "table", .index = "global", .partition = {"new"}}).count == 10);
        CHECK(store->scan({.table = "table", .index = "global"}).count == 10);
        for (int i = 0; i != 10; ++i)
            store->erase({.table = "table", .item = mt::item{{"p", "a"}, {"c", std::to_string(i)}}});
        for (auto const* index : {"", "global", "strings", "long"})
            CHECK(store->scan({.table = "table", .index = index}).count == 0);
    }
    SECTION("but nothing of the kind can be written any more") {
        CHECK_THROWS_AS(store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "1"}, {"g", 1}, {"n", 1}}}),
                        mt::bad_value);
    }
    SECTION("erasing skipped items leaves the entries of others") {
        for (int i = 0; i != 10; ++i)
            if (i != 0 && i != 3)
                store->erase({.table = "table", .item = mt::item{{"p", "a"}, {"c", std::to_string(i)}}});
        CHECK(names_of(store, "global") == "0 3");
    }
}

TEST_CASE("semantics 9: keys of several attributes are filled in too, and want all of them") {
    tested_store const store;
    store->create_table(simple_table());
    for (int i = 0; i != 8; ++i) {
        mt::item item{{"p", "a"}, {"c", std::to_string(i)}};
        if (i % 2 == 0) item = with(item, "g", "x");
        if (i % 4 < 2) item = with(item, "h", i);
        item = with(item, "k", mt::value::binary("b"));
        if (i != 4) item = with(item, "l", "s");
        store->put({.table = "table", .item = item});
    }
    store->add_index("table", {.name = "multi", .partition = {S("g"), B("k")}, .sort = {N("h"), S("l")}});
    CHECK(names_of(store, "multi") == "0");
    store->put(
        {.table = "table",
         .item = mt::item{{"p", "a"}, {"c", "4"}, {"g", "x"}, {"h", 4}, {"k", mt::value::binary("b")}, {"l", "s"}}});
    CHECK(names_of(store, "multi") == "0 4");
}

TEST_CASE("an index that is dropped is gone, and the others stay as they are") {
    auto const store = with_items(5);
    for (auto const* name : {"first", "second", "third"}) {
        auto index = global();
        index.name = name;
        store->add_index("table", index);
    }
    store->drop_index("table", "second");
    CHECK(store->describe("table").indexes.size() == 2);
    CHECK(store->status("table").indexes.size() == 2);
    CHECK_THROWS_MATCHES(store->query({.table = "table", .index = "second", .partition = {"x"}}), mt::store_error,
                         says("The table does not have the specified index: second"));
    store->put({.table = "table", .item = mt::item{{"p", "0"}, {"c", "0"}, {"g", "y"}, {"n", 1}}});
    store->erase({.table = "table", .item = mt::item{{"p", "1"}, {"c", "1"}}});
    for (auto const* name : {"first", "third"}) {
        CHECK(store->query({.table = "table", .index = name, .partition = {"x"}}).count == 3);
        CHECK(store->query({.table = "table", .index = name, .partition = {"y"}}).count == 1);
    }
    store->drop_index("table", "third");
    store->drop_index("table", "first");
    CHECK(store->describe("table") == simple_table());
    CHECK(store->scan({.table = "table"}).count == 4);
    CHECK_THROWS_MATCHES(store->drop_index("table", "first"), mt::store_error, says("Requested resource not found"));
    store->add_index("table", global());
    CHECK(store->scan({.table = "table", .index = "global"}).count == 4);
}

TEST_CASE("semantics 3: indexes are added within DynamoDB's limits") {
    tested_store const store;
    auto table = simple_table();
    table.indexes = {{.name = "local", .local = true, .partition = {S("p")}, .sort = {S("l")}}};
    store->create_table(table);
    CHECK_THROWS_MATCHES(store->add_index("table", {.name = "local", .partition = {S("g")}}), mt::store_error,
                         says("Duplicate index name: local"));
    CHECK_THROWS_AS(
        store->add_index("table", {.name = "other", .local = true, .partition = {S("p")}, .sort = {S("m")}}),
        mt::store_error);
    CHECK_THROWS_AS(store->add_index("table", {.name = "gsi", .partition = {N("c")}}), mt::store_error);
    CHECK_THROWS_AS(store->add_index("table", {.name = "ab", .partition = {S("g")}}), mt::store_error);
    CHECK_THROWS_AS(store->drop_index("table", "local"), mt::store_error);
    CHECK(store->describe("table") == table);
    for (int i = 0; i != 20; ++i) store->add_index("table", {.name = "gsi" + std::to_string(i), .partition = {S("g")}});
    try {
        store->add_index("table", {.name = "one_more", .partition = {S("g")}});
        FAIL("added");
    } catch (mt::store_error const& error) {
        CHECK(error.fault() == mt::store_fault::limit_exceeded);
        CHECK(error.rule() ==
              "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of 20");
    }
    CHECK(store->describe("table").indexes.size() == 21);
}
