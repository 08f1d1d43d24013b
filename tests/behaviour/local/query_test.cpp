// SPDX-License-Identifier: BSL-1.0

#include <store_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;
using namespace store_support;
using namespace std::string_literals;

namespace {

// Partition "a" with the sort keys given, and neighbours on both sides.
tested_store with(std::vector<std::string> const& sort_keys) {
    tested_store store;
    store->create_table(simple_table());
    for (auto const* p : {"A", "aa", "b"}) store->put({.table = "table", .item = mt::item{{"p", p}, {"c", "c"}}});
    for (auto const& c : sort_keys) store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", c}}});
    return store;
}

std::string run(tested_store const& store, mt::query_request request) {
    request.table = "table";
    request.partition = {"a"};
    return all(store->query(request).items, "c");
}

mt::sort_bound including(mt::value v) { return {v, true}; }
mt::sort_bound excluding(mt::value v) { return {v, false}; }

} // namespace

TEST_CASE("semantics 2: a partition is read in the order of its sort keys") {
    auto const store = with({"b", "aa", "B", "\xf0\x9f\x98\x80", "a", "\xc3\xa9", "A", "\xef\xbf\xae"});
    CHECK(run(store, {}) == "A B a aa b \xc3\xa9 \xef\xbf\xae \xf0\x9f\x98\x80");
    CHECK(run(store, {.descending = true}) == "\xf0\x9f\x98\x80 \xef\xbf\xae \xc3\xa9 b aa a B A");
    CHECK(store->query({.table = "table", .partition = {"nobody"}}).count == 0);
}

TEST_CASE("semantics 1 and 2: numbers and binaries are in their own order") {
    tested_store store;
    store->create_table({.name = "numbers", .partition = S("p"), .sort = N("c")});
    for (auto const* n : {"10", "9", "-1", "0", "1e10", "0.5", "-1e10", "9.5", "-1e-5"})
        store->put({.table = "numbers", .item = mt::item{{"p", "a"}, {"c", mt::decimal(n)}}});
    CHECK(all(store->query({.table = "numbers", .partition = {"a"}}).items, "c") ==
          "-10000000000 -1 -0.00001 0 0.5 9 9.5 10 10000000000");
    CHECK(
        all(store->query({.table = "numbers", .partition = {"a"}, .lower = excluding(9), .upper = including(10)}).items,
            "c") == "9.5 10");
    store->create_table({.name = "binaries", .partition = N("p"), .sort = B("c")});
    for (auto const& b : {"\x7f\0"s, "\xff"s, "\0"s, "\x7f"s, "\x80"s, "\1"s})
        store->put({.table = "binaries", .item = mt::item{{"p", 1}, {"c", mt::value::binary(b)}}});
    CHECK(all(store->query({.table = "binaries", .partition = {1}}).items, "c") == "\0 \1 \x7f \x7f\0 \x80 \xff"s);
    CHECK(all(store->query({.table = "binaries", .partition = {1}, .begins_with = mt::value::binary("\xff")}).items,
              "c") == "\xff");
}

TEST_CASE("semantics 9: sort conditions") {
    auto const store = with({"a", "a#", "a#1", "a#2", "a$", "ab", "b", "b\0"s, "b\0c"s, "c"});
    CHECK(run(store, {.sort_equals = {"a#"}}) == "a#");
    CHECK(run(store, {.sort_equals = {"x"}}) == "");
    CHECK(run(store, {.lower = including("ab")}) == "ab b b\0 b\0c c"s);
    CHECK(run(store, {.lower = excluding("ab")}) == "b b\0 b\0c c"s);
    CHECK(run(store, {.upper = including("a#")}) == "a a#");
    CHECK(run(store, {.upper = excluding("a#")}) == "a");
    CHECK(run(store, {.lower = including("a#"), .upper = including("ab")}) == "a# a#1 a#2 a$ ab");
    CHECK(run(store, {.lower = excluding("a#"), .upper = excluding("a$")}) == "a#1 a#2");
    CHECK(run(store, {.lower = excluding("b"), .upper = including("b\0"s)}) == "b\0"s);
    CHECK(run(store, {.begins_with = "a#"}) == "a# a#1 a#2");
    CHECK(run(store, {.begins_with = "b\0"s}) == "b\0 b\0c"s);
    CHECK(run(store, {.lower = including("a#2"), .begins_with = "a#"}) == "a#2");
    CHECK(run(store, {.lower = including("b"), .upper = including("a")}) == "");
    CHECK(run(store, {.lower = including("a"), .upper = excluding("a")}) == "");
    CHECK(run(store, {.lower = including("b"), .upper = including("a"), .descending = true}) == "");
    CHECK(run(store, {.begins_with = "a#", .descending = true}) == "a#2 a#1 a#");
}

TEST_CASE("semantics 9: a limit that is met has a next page, even an empty one") {
    auto const store = with({"1", "2", "3"});
    auto const page = [&](std::size_t limit, std::optional<mt::item> start = {}, bool descending = false) {
        return store->query({.table = "table",
                             .partition = {"a"},
                             .descending = descending,
                             .limit = limit,
                             .exclusive_start_key = std::move(start)});
    };
    auto const first = page(2);
    CHECK(all(first.items, "c") == "1 2");
    CHECK(first.count == 2);
    CHECK(first.scanned_count == 2);
    REQUIRE(first.last_evaluated_key);
    CHECK(*first.last_evaluated_key == mt::item{{"p", "a"}, {"c", "2"}});
    auto const second = page(2, first.last_evaluated_key);
    CHECK(all(second.items, "c") == "3");
    CHECK_FALSE(second.last_evaluated_key);
    auto const exact = page(3);
    REQUIRE(exact.last_evaluated_key);
    auto const none = page(3, exact.last_evaluated_key);
    CHECK(none.count == 0);
    CHECK_FALSE(none.last_evaluated_key);
    CHECK_FALSE(page(4).last_evaluated_key);
    auto const last = page(1, {}, true);
    CHECK(all(last.items, "c") == "3");
    CHECK(all(page(2, last.last_evaluated_key, true).items, "c") == "2 1");
}

TEST_CASE("semantics 9: a partition of a table without sort key is one item and has no next page") {
    tested_store store;
    store->create_table({.name = "flat", .partition = S("p")});
    store->put({.table = "flat", .item = mt::item{{"p", "a"}}});
    auto const page = store->query({.table = "flat", .partition = {"a"}, .limit = 1});
    CHECK(page.count == 1);
    CHECK_FALSE(page.last_evaluated_key);
}

TEST_CASE("semantics 9: a page starts behind a key that need not exist") {
    auto const store = with({"1", "3", "5"});
    auto const from = [&](char const* c, bool descending) {
        return run(store, {.descending = descending, .exclusive_start_key = mt::item{{"p", "a"}, {"c", c}}});
    };
    CHECK(from("2", false) == "3 5");
    CHECK(from("3", false) == "5");
    CHECK(from("9", false) == "");
    CHECK(from("4", true) == "3 1");
    CHECK(from("0", true) == "");
}

TEST_CASE("semantics 9: the starting key is checked") {
    auto const store = with({"1", "2", "3"});
    auto const start = [&](mt::item key, mt::query_request request = {}) {
        request.exclusive_start_key = std::move(key);
        return run(store, request);
    };
    auto const invalid = says("The provided starting key is invalid");
    CHECK_THROWS_MATCHES(start({{"p", "b"}, {"c", "1"}}), mt::store_error,
                         says("The provided starting key is outside query boundaries based on provided conditions"));
    CHECK_THROWS_MATCHES(start({{"p", "a"}}), mt::store_error, invalid);
    CHECK_THROWS_MATCHES(start({{"p", "a"}, {"c", 1}}), mt::store_error, invalid);
    CHECK_THROWS_MATCHES(start({{"p", "a"}, {"c", ""}}), mt::store_error, invalid);
    CHECK_THROWS_MATCHES(start({{"p", "a"}, {"c", "1"}, {"x", 1}}), mt::store_error, invalid);
    CHECK_THROWS_MATCHES(start({}), mt::store_error, invalid);
    CHECK_THROWS_MATCHES(start({{"p", "a"}, {"c", "1"}}, {.lower = including("2")}), mt::store_error,
                         says("does not match the range key predicate"));
    store->create_table({.name = "flat", .partition = S("p")});
    CHECK_THROWS_MATCHES(
        store->query({.table = "flat", .partition = {"a"}, .exclusive_start_key = mt::item{{"p", "a"}}}),
        mt::store_error, says("The query can return at most one row and cannot be restarted"));
}

TEST_CASE("semantics 9: a page ends at one megabyte, and nothing is lost") {
    tested_store store;
    store->create_table(simple_table());
    for (char c = 'a'; c < 'h'; ++c)
        store->put({.table = "table",
                    .item = mt::item{{"p", "a"}, {"c", std::string(1, c)}, {"v", std::string(300'000, 'x')}}});
    std::string seen;
    mt::query_request request{.table = "table", .partition = {"a"}};
    int pages = 0;
    do {
        auto const page = store->query(request);
        CHECK(page.count <= 4);
        CHECK(page.scanned_count == page.count);
        seen += all(page.items, "c") + " ";
        request.exclusive_start_key = page.last_evaluated_key;
        ++pages;
    } while (request.exclusive_start_key);
    CHECK(seen == "a b c d e f g ");
    CHECK(pages == 2);
    std::string_view const sort_only[] = {"c"};
    CHECK(store->query({.table = "table", .partition = {"a"}, .attributes = sort_only}).last_evaluated_key);
}

TEST_CASE("semantics 9: counting returns no items, a projection only what it names") {
    auto const store = with({"1", "2", "3"});
    auto const counted =
        store->query({.table = "table", .partition = {"a"}, .select = mt::selection::count, .limit = 2});
    CHECK(counted.count == 2);
    CHECK(counted.items.empty());
    CHECK(counted.last_evaluated_key);
    std::string_view const wanted[] = {"c"};
    auto const page = store->query({.table = "table", .partition = {"a"}, .attributes = wanted});
    REQUIRE(page.items.size() == 3);
    CHECK(names(page.items[0]) == "c");
}

TEST_CASE("semantics 9: a malformed query is refused") {
    auto const store = with({"1"});
    auto const query = [&](mt::query_request request) {
        request.table = "table";
        return store->query(request).count;
    };
    CHECK_THROWS_MATCHES(query({}), mt::store_error, says("Query condition missed key schema element: p"));
    CHECK_THROWS_AS(query({.partition = {"a", "b"}}), mt::store_error);
    CHECK_THROWS_MATCHES(
        query({.partition = {1}}), mt::store_error,
        says("Condition parameter type does not match schema type: attribute p, expected S, actual N"));
    CHECK_THROWS_MATCHES(query({.partition = {""}}), mt::bad_value, says("empty string value. Key: p"));
    CHECK_THROWS_MATCHES(query({.partition = {"a"}, .sort_equals = {"1", "2"}}), mt::store_error,
                         says("Query key condition not supported"));
    CHECK_THROWS_AS(query({.partition = {"a"}, .sort_equals = {"1"}, .lower = including("1")}), mt::store_error);
    CHECK_THROWS_AS(query({.partition = {"a"}, .sort_equals = {1}}), mt::store_error);
    CHECK_THROWS_AS(query({.partition = {"a"}, .lower = including(1)}), mt::store_error);
    CHECK_THROWS_AS(query({.partition = {"a"}, .upper = including(nullptr)}), mt::store_error);
    CHECK_THROWS_AS(query({.partition = {"a"}, .begins_with = mt::value::binary("x")}), mt::store_error);
    CHECK_THROWS_MATCHES(query({.index = "nowhere", .partition = {"a"}}), mt::store_error,
                         says("The table does not have the specified index: nowhere"));
    store->create_table({.name = "flat", .partition = S("p")});
    CHECK_THROWS_AS(store->query({.table = "flat", .partition = {"a"}, .begins_with = "x"}), mt::store_error);
    store->create_table({.name = "numbers", .partition = S("p"), .sort = N("c")});
    CHECK_THROWS_AS(store->query({.table = "numbers", .partition = {"a"}, .begins_with = 1}), mt::store_error);
}
