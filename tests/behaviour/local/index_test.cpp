// SPDX-License-Identifier: BSL-1.0

#include <store_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>

#include <span>
#include <optional>
#include <string>
#include <string_view>

namespace mt = monotable;
using namespace store_support;
using namespace std::string_literals;

namespace {

tested_store with(mt::table_description const& table) {
    tested_store store;
    store->create_table(table);
    return store;
}

mt::table_description indexed(mt::projection_type projection = mt::projection_type::all) {
    auto table = simple_table();
    table.indexes = {
        {.name = "global", .partition = {S("g")}, .sort = {N("s")}, .projection = projection},
        {.name = "local", .local = true, .partition = {S("p")}, .sort = {S("l")}, .projection = projection}};
    if (projection == mt::projection_type::include)
        for (auto& index : table.indexes) index.included = {"extra"};
    return table;
}

std::string global(tested_store const& store, char const* g, mt::query_request request = {}) {
    request.table = "table";
    request.index = "global";
    request.partition = {g};
    return all(store->query(request).items, "c");
}

} // namespace

TEST_CASE("semantics 9: an item is in the indexes whose key attributes it has") {
    auto const store = with(indexed());
    auto const put = [&](mt::item const& item) { store->put({.table = "table", .item = item}); };
    put({{"p", "a"}, {"c", "1"}, {"g", "x"}, {"s", 2}, {"l", "b"}});
    put({{"p", "a"}, {"c", "2"}, {"g", "x"}, {"l", "a"}});
    put({{"p", "b"}, {"c", "3"}, {"s", 1}});
    put({{"p", "b"}, {"c", "4"}, {"g", "x"}, {"s", -1}});
    put({{"p", "b"}, {"c", "5"}, {"g", "y"}, {"s", 1}});
    CHECK(global(store, "x") == "4 1");
    CHECK(global(store, "x", {.descending = true}) == "1 4");
    CHECK(global(store, "y") == "5");
    CHECK(all(store->query({.table = "table", .index = "local", .partition = {"a"}}).items, "c") == "2 1");
    CHECK(store->query({.table = "table", .index = "local", .partition = {"b"}}).count == 0);
    CHECK(store->scan({.table = "table", .index = "global"}).count == 3);
}

TEST_CASE("semantics 9: index entries follow every write") {
    auto const store = with(indexed());
    auto const put = [&](mt::item const& item) { store->put({.table = "table", .item = item}); };
    put({{"p", "a"}, {"c", "1"}, {"g", "x"}, {"s", 1}, {"v", "old"}});
    put({{"p", "a"}, {"c", "2"}, {"g", "x"}, {"s", 2}});
    CHECK(global(store, "x") == "1 2");
    put({{"p", "a"}, {"c", "1"}, {"g", "x"}, {"s", 1}, {"v", "new"}});
    CHECK(all(store->query({.table = "table", .index = "global", .partition = {"x"}}).items, "v") == "new -");
    put({{"p", "a"}, {"c", "1"}, {"g", "x"}, {"s", 3}});
    CHECK(global(store, "x") == "2 1");
    put({{"p", "a"}, {"c", "1"}, {"g", "y"}, {"s", 3}});
    CHECK(global(store, "x") == "2");
    CHECK(global(store, "y") == "1");
    put({{"p", "a"}, {"c", "1"}, {"g", "y"}});
    CHECK(global(store, "y") == "");
    put({{"p", "a"}, {"c", "1"}, {"g", "y"}, {"s", 1}});
    CHECK(global(store, "y") == "1");
    store->erase({.table = "table", .item = mt::item{{"p", "a"}, {"c", "1"}}});
    CHECK(global(store, "y") == "");
    CHECK(store->scan({.table = "table", .index = "global"}).count == 1);
}

TEST_CASE("attributes that survive a put keep their index entries") {
    auto const store = with(indexed());
    std::string_view const known[] = {"p", "c", "v"};
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "1"}, {"g", "x"}, {"s", 1}}});
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "1"}, {"v", 1}}, .known_attributes = known});
    CHECK(global(store, "x") == "1");
}

TEST_CASE("semantics 9: equal index keys are ordered by the table's key") {
    auto const store = with(indexed());
    for (auto const& c : {"b"s, "a\0"s, "c"s, "a"s})
        for (auto const* p : {"2", "1", "10"})
            store->put({.table = "table", .item = mt::item{{"p", p}, {"c", c}, {"g", "x"}, {"s", 0}}});
    auto const page = store->query({.table = "table", .index = "global", .partition = {"x"}});
    CHECK(all(page.items, "p") == "1 1 1 1 10 10 10 10 2 2 2 2");
    CHECK(all(page.items, "c") == "a a\0 b c a a\0 b c a a\0 b c"s);
}

TEST_CASE("semantics 2, 3 and 9: an index key of a wrong type or size is refused, and nothing is stored") {
    auto const store = with(indexed());
    auto const put = [&](mt::item const& item) { store->put({.table = "table", .item = item}); };
    CHECK_THROWS_MATCHES(put({{"p", "a"}, {"c", "1"}, {"g", 5}}), mt::bad_value,
                         says("table table: One or more parameter values were invalid: Type mismatch for "
                              "Index Key g Expected: S Actual: "
                              "N IndexName: global"));
    CHECK_THROWS_MATCHES(put({{"p", "a"}, {"c", "1"}, {"s", nullptr}}), mt::bad_value,
                         says("Expected: N Actual: NULL"));
    CHECK_THROWS_MATCHES(put({{"p", "a"}, {"c", "1"}, {"g", ""}}), mt::bad_value,
                         says("A value specified for a secondary index key is not supported. The AttributeValue for a "
                              "key attribute cannot contain an empty string value. IndexName: global, IndexKey: g"));
    CHECK_THROWS_MATCHES(put({{"p", "a"}, {"c", "1"}, {"g", std::string(2049, 'x')}}), mt::bad_value,
                         says("Size of hashkey has exceeded the maximum size limit of2048 bytes, index global"));
    CHECK_THROWS_MATCHES(
        put({{"p", "a"}, {"c", "1"}, {"l", std::string(1025, 'x')}}), mt::bad_value,
        says("Aggregated size of all range keys has exceeded the size limit of 1024 bytes, index local"));
    CHECK(store->scan({.table = "table"}).count == 0);
}

TEST_CASE("semantics 9: projections of an index") {
    mt::item const item{{"p", "a"}, {"c", "1"}, {"g", "x"}, {"s", 1}, {"l", "l"}, {"extra", 2}, {"more", 3}};
    auto const read = [&](mt::projection_type projection, char const* index,
                          std::span<std::string_view const> wanted = {}) {
        auto const store = with(indexed(projection));
        store->put({.table = "table", .item = item});
        auto const page = store->query(
            {.table = "table", .index = index, .partition = {index == "global"s ? "x" : "a"}, .attributes = wanted});
        REQUIRE(page.items.size() == 1);
        return names(page.items[0]);
    };
    using enum mt::projection_type;
    CHECK(read(all, "global") == "c extra g l more p s");
    CHECK(read(keys_only, "global") == "c g p s");
    CHECK(read(include, "global") == "c extra g p s");
    CHECK(read(keys_only, "local") == "c l p");
    CHECK(read(include, "local") == "c extra l p");
    std::string_view const more[] = {"more", "p"};
    CHECK(read(all, "global", more) == "more p");
    CHECK_THROWS_MATCHES(read(include, "global", more), mt::store_error,
                         says("Global secondary index global does not project [more]"));
    CHECK(read(include, "local", more) == "more p"); // fetched from the table
}

TEST_CASE("semantics 9: only local indexes are read consistently") {
    auto const store = with(indexed());
    CHECK_NOTHROW(store->query({.table = "table", .index = "local", .partition = {"a"}, .consistent = true}));
    auto const refused = says("Consistent reads are not supported on global secondary indexes");
    CHECK_THROWS_MATCHES(store->query({.table = "table", .index = "global", .partition = {"a"}, .consistent = true}),
                         mt::store_error, refused);
    CHECK_THROWS_MATCHES(store->scan({.table = "table", .index = "global", .consistent = true}), mt::store_error,
                         refused);
}

TEST_CASE("semantics 9: an index is paged by its keys and the table's") {
    auto const store = with(indexed(mt::projection_type::keys_only));
    for (auto const* c : {"1", "2", "3", "4", "5"})
        store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", c}, {"g", "x"}, {"s", *c < '4' ? 1 : 2}}});
    mt::query_request request{.table = "table", .index = "global", .partition = {"x"}, .limit = 2};
    auto page = store->query(request);
    CHECK(all(page.items, "c") == "1 2");
    REQUIRE(page.last_evaluated_key);
    CHECK(*page.last_evaluated_key == mt::item{{"p", "a"}, {"c", "2"}, {"g", "x"}, {"s", 1}});
    request.exclusive_start_key = page.last_evaluated_key;
    page = store->query(request);
    CHECK(all(page.items, "c") == "3 4");
    request.descending = true;
    CHECK(all(store->query(request).items, "c") == "1");
    request.exclusive_start_key = mt::item{{"p", "a"}, {"c", "2"}};
    CHECK_THROWS_MATCHES(store->query(request), mt::store_error, says("The provided starting key is invalid"));
    request.exclusive_start_key = mt::item{{"p", "a"}, {"c", "2"}, {"g", "y"}, {"s", 1}};
    CHECK_THROWS_MATCHES(store->query(request), mt::store_error, says("outside query boundaries"));
}

TEST_CASE("semantics 9: an index may turn the table's key around") {
    auto table = simple_table();
    table.indexes = {{.name = "inverted", .partition = {S("c")}, .sort = {S("p")}}};
    auto const store = with(table);
    for (auto const* p : {"3", "1", "2"}) store->put({.table = "table", .item = mt::item{{"p", p}, {"c", "x"}}});
    auto const page = store->query({.table = "table", .index = "inverted", .partition = {"x"}, .limit = 2});
    CHECK(all(page.items, "p") == "1 2");
    CHECK(names(*page.last_evaluated_key) == "c p");
    CHECK(all(store
                  ->query({.table = "table",
                           .index = "inverted",
                           .partition = {"x"},
                           .exclusive_start_key = page.last_evaluated_key})
                  .items,
              "p") == "3");
}

TEST_CASE("semantics 9: an index without sort key is ordered by the table's key") {
    auto table = simple_table();
    table.indexes = {{.name = "by_status", .partition = {S("status")}}};
    auto const store = with(table);
    for (auto const* c : {"2", "1", "3"})
        store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", c}, {"status", "open"}}});
    auto page = store->query({.table = "table", .index = "by_status", .partition = {"open"}, .limit = 1});
    CHECK(all(page.items, "c") == "1");
    page = store->query({.table = "table",
                         .index = "by_status",
                         .partition = {"open"},
                         .exclusive_start_key = page.last_evaluated_key});
    CHECK(all(page.items, "c") == "2 3");
}

TEST_CASE("semantics 9: keys of several attributes") {
    tested_store store;
    store->create_table(
        {.name = "table",
         .partition = S("p"),
         .sort = S("c"),
         .indexes = {
             {.name = "multi", .partition = {S("status"), N("shard")}, .sort = {S("country"), S("city"), N("size")}}}});
    auto const put = [&](char const* c, char const* country, std::string const& city, int size, int shard = 1) {
        store->put({.table = "table",
                    .item = mt::item{{"p", "a"},
                                     {"c", c},
                                     {"status", "open"},
                                     {"shard", shard},
                                     {"country", country},
                                     {"city", city},
                                     {"size", size}}});
    };
    put("1", "de", "berlin", 2);
    put("2", "de", "berlin", 10);
    put("3", "de", "bern", 1);
    put("4", "d", "eberlin", 1);
    put("5", "fr", "paris", -5);
    put("6", "fr", "paris", 5);
    put("7", "fr", "pa\0ris"s, 5);
    put("8", "de", "berlin", 3, 2);
    store->put({.table = "table",
                .item = mt::item{{"p", "a"}, {"c", "9"}, {"status", "open"}, {"shard", 1}, {"country", "de"}}});
    auto const run = [&](mt::query_request request) {
        request.table = "table";
        request.index = "multi";
        request.partition = {"open", 1};
        return all(store->query(request).items, "c");
    };
    CHECK(run({}) == "4 1 2 3 7 5 6");
    CHECK(run({.descending = true}) == "6 5 7 3 2 1 4");
    CHECK(run({.sort_equals = {"de"}}) == "1 2 3");
    CHECK(run({.sort_equals = {"de", "berlin"}}) == "1 2");
    CHECK(run({.sort_equals = {"de", "berlin", 10}}) == "2");
    CHECK(run({.sort_equals = {"fr", "paris"}, .lower = mt::sort_bound{-5, false}}) == "6");
    CHECK(run({.sort_equals = {"de"}, .begins_with = "ber"}) == "1 2 3");
    CHECK(run({.sort_equals = {"de"}, .lower = mt::sort_bound{"berlin", false}}) == "3");
    CHECK(run({.sort_equals = {"fr"}, .upper = mt::sort_bound{"pa\0ris"s}}) == "7");
    CHECK(run({.lower = mt::sort_bound{"d"}, .upper = mt::sort_bound{"de", false}}) == "4");
    CHECK(run({.upper = mt::sort_bound{"de"}}) == "4 1 2 3");
    CHECK(run({.begins_with = "d"}) == "4 1 2 3");
    auto const page = store->query({.table = "table", .index = "multi", .partition = {"open", 1}, .limit = 1});
    CHECK(names(*page.last_evaluated_key) == "c city country p shard size status");
    CHECK_THROWS_MATCHES(store->query({.table = "table", .index = "multi", .partition = {"open"}}), mt::store_error,
                         says("Query condition missed key schema element: shard"));
    CHECK_THROWS_AS(run({.sort_equals = {"de", "berlin", 10}, .lower = mt::sort_bound{1}}), mt::store_error);
}
