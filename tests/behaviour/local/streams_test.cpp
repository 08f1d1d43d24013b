// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>

#include <store_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

std::int64_t time_now = 0;
std::int64_t a_clock() { return time_now; }

constexpr std::int64_t hour = 60 * 60 * 1000;

tested_store with_table(mt::stream_view view) {
    time_now = 1'700'000'000'000;
    tested_store store(a_clock);
    store->create_table(simple_table(), {.stream = view});
    return store;
}

void put(tested_store const& store, std::string_view c, int v) {
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", c}, {"v", v}}});
}
bool erase(tested_store const& store, std::string_view c) {
    mt::item const key{{"p", "a"}, {"c", c}};
    return store->erase({.table = "table", .item = key, .returns = mt::return_values::existed}).existed;
}

std::uint64_t only_stream(tested_store const& store) {
    auto const streams = store->streams("table");
    REQUIRE(streams.size() == 1);
    return streams[0].id;
}

std::vector<mt::stream_record> records(tested_store const& store) {
    return store->read_stream({.stream = only_stream(store)}).records;
}

// "+a -b ~c": what happened to which item.
std::string changes(std::vector<mt::stream_record> const& records) {
    std::string out;
    for (auto const& each : records) {
        if (!out.empty()) out += ' ';
        out += each.change == mt::change_kind::insert ? '+' : each.change == mt::change_kind::remove ? '-' : '~';
        out += each.keys.find("c")->as_string();
    }
    return out;
}

template <class F>
mt::store_fault fault(F&& operation) {
    try {
        operation();
    } catch (mt::store_error const& error) {
        return error.fault();
    }
    FAIL("nothing was thrown");
    return {};
}

} // namespace

TEST_CASE("semantics 11: a stream has one record for each change, in order") {
    auto const store = with_table(mt::stream_view::new_and_old_images);
    put(store, "x", 1);
    time_now += 5;
    put(store, "y", 1);
    put(store, "x", 2);
    erase(store, "y");
    put(store, "y", 3);
    auto const found = records(store);
    CHECK(changes(found) == "+x +y ~x -y +y");
    for (std::size_t i = 0; i != found.size(); ++i) {
        CHECK(found[i].sequence == i + 1);
        CHECK(found[i].time == time_now - (i == 0 ? 5 : 0));
        CHECK_FALSE(found[i].expired);
        CHECK(names(found[i].keys) == "c p");
    }
    CHECK_FALSE(found[0].before);
    CHECK(found[0].after == mt::item{{"p", "a"}, {"c", "x"}, {"v", 1}});
    CHECK(found[2].before == found[0].after);
    CHECK(found[2].after == mt::item{{"p", "a"}, {"c", "x"}, {"v", 2}});
    CHECK(found[3].before == found[1].after);
    CHECK_FALSE(found[3].after);
}

TEST_CASE("semantics 11: what changes nothing has no record") {
    auto const store = with_table(mt::stream_view::new_and_old_images);
    put(store, "x", 1);
    put(store, "x", 1);
    CHECK_FALSE(erase(store, "y"));
    CHECK_FALSE(store
                    ->put({.table = "table",
                           .item = mt::item{{"p", "a"}, {"c", "x"}, {"v", 9}},
                           .expected = mt::existence::must_not_exist})
                    .done);
    CHECK(changes(records(store)) == "+x");
}

TEST_CASE("semantics 11: records hold what the view says") {
    auto const view = GENERATE(mt::stream_view::keys_only, mt::stream_view::new_image, mt::stream_view::old_image,
                               mt::stream_view::new_and_old_images);
    auto const store = with_table(view);
    bool const before = view == mt::stream_view::old_image || view == mt::stream_view::new_and_old_images;
    bool const after = view == mt::stream_view::new_image || view == mt::stream_view::new_and_old_images;
    put(store, "x", 1);
    put(store, "x", 2);
    erase(store, "x");
    auto const found = records(store);
    CHECK(changes(found) == "+x ~x -x");
    for (std::size_t i = 0; i != 3; ++i) {
        CHECK(found[i].before.has_value() == (before && i != 0));
        CHECK(found[i].after.has_value() == (after && i != 2));
    }
    CHECK(store->streams("table")[0].view == view);
}

TEST_CASE("a table without a stream has none") {
    auto const store = with_table(mt::stream_view::none);
    put(store, "x", 1);
    CHECK(store->streams("table").empty());
    CHECK(store->streams("").empty());
    CHECK(fault([&] { store->read_stream({.stream = 1}); }) == mt::store_fault::no_such_stream);
}

TEST_CASE("a stream is read on from where a page ended") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto const id = only_stream(store);
    auto page = store->read_stream({.stream = id});
    CHECK(page.records.empty());
    CHECK(page.next == 1);
    CHECK_FALSE(page.closed);
    for (auto const* each : {"a", "b", "c", "d", "e"}) put(store, each, 1);
    page = store->read_stream({.stream = id, .sequence = page.next, .limit = 2});
    CHECK(changes(page.records) == "+a +b");
    page = store->read_stream({.stream = id, .sequence = page.next, .limit = 2});
    CHECK(changes(page.records) == "+c +d");
    page = store->read_stream({.stream = id, .sequence = page.next, .limit = 2});
    CHECK(changes(page.records) == "+e");
    page = store->read_stream({.stream = id, .sequence = page.next});
    CHECK(page.records.empty());
    CHECK(page.next == 6);
    put(store, "f", 1);
    CHECK(changes(store->read_stream({.stream = id, .sequence = page.next}).records) == "+f");
    CHECK(changes(store->read_stream({.stream = id, .sequence = 4}).records) == "+d +e +f");
    auto const ahead = store->read_stream({.stream = id, .sequence = 100});
    CHECK(ahead.records.empty());
    CHECK(ahead.next == 100);
    auto const status = store->streams("table")[0];
    CHECK(status.first == 1);
    CHECK(status.next == 7);
}

TEST_CASE("semantics 11: a page has at most 1000 records, and ends when it has 1 MB") {
    auto const store = with_table(mt::stream_view::new_image);
    auto const id = only_stream(store);
    for (int i = 0; i != 1100; ++i) put(store, "x", i);
    CHECK(store->read_stream({.stream = id}).records.size() == 1000);
    CHECK(store->read_stream({.stream = id, .limit = 5000}).records.size() == 1000);
    CHECK(store->read_stream({.stream = id, .sequence = 1001}).records.size() == 100);
    auto const large = std::string(300'000, 'v');
    for (auto const* c : {"1", "2", "3", "4", "5", "6"})
        store->put({.table = "table", .item = mt::item{{"p", "b"}, {"c", c}, {"v", large}}});
    auto page = store->read_stream({.stream = id, .sequence = 1101});
    CHECK(changes(page.records) == "+1 +2 +3 +4");
    CHECK(changes(store->read_stream({.stream = id, .sequence = page.next}).records) == "+5 +6");
}

TEST_CASE("semantics 11: the view of a stream cannot be changed, but a new stream can be begun") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto const first = only_stream(store);
    put(store, "x", 1);
    CHECK_THROWS_MATCHES(store->change_settings("table", {.stream = mt::stream_view::new_image}), mt::store_error,
                         says("Table already has an enabled stream: TableName: table"));
    store->change_settings("table", {.stream = mt::stream_view::keys_only, .annotations = "same"});
    CHECK(only_stream(store) == first);
    store->change_settings("table", {});
    put(store, "y", 1);
    auto page = store->read_stream({.stream = first});
    CHECK(changes(page.records) == "+x");
    CHECK(page.closed);
    CHECK_FALSE(store->streams("table")[0].enabled);
    CHECK(store->read_stream({.stream = first, .sequence = 1, .limit = 1}).closed);
    store->change_settings("table", {.stream = mt::stream_view::new_image});
    put(store, "z", 1);
    auto const streams = store->streams("table");
    REQUIRE(streams.size() == 2);
    CHECK(streams[1].id > first);
    CHECK(streams[1].enabled);
    CHECK(streams[1].view == mt::stream_view::new_image);
    CHECK(changes(store->read_stream({.stream = streams[1].id}).records) == "+z");
    CHECK(changes(store->read_stream({.stream = first}).records) == "+x");
}

TEST_CASE("streams of a table that begin in one millisecond differ in when they began") {
    auto const store = with_table(mt::stream_view::keys_only);
    for (int i = 0; i != 3; ++i) {
        store->change_settings("table", {});
        store->change_settings("table", {.stream = mt::stream_view::keys_only});
    }
    auto const streams = store->streams("table");
    REQUIRE(streams.size() == 4);
    for (std::size_t i = 0; i != 4; ++i) CHECK(streams[i].created == time_now + static_cast<std::int64_t>(i));
}

TEST_CASE("a closed stream is not called so before its last record") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto const id = only_stream(store);
    put(store, "x", 1);
    put(store, "y", 1);
    store->change_settings("table", {});
    auto const page = store->read_stream({.stream = id, .limit = 1});
    CHECK_FALSE(page.closed);
    CHECK(store->read_stream({.stream = id, .sequence = page.next, .limit = 1}).closed);
    CHECK(store->read_stream({.stream = id, .sequence = 3}).closed);
}

TEST_CASE("semantics 11: records are kept for 24 hours") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto const id = only_stream(store);
    put(store, "a", 1);
    time_now += hour;
    put(store, "b", 1);
    time_now += 23 * hour;
    CHECK(changes(records(store)) == "+a +b");
    time_now += 1;
    CHECK(changes(records(store)) == "+b");
    CHECK(fault([&] { store->read_stream({.stream = id, .sequence = 1}); }) == mt::store_fault::trimmed);
    CHECK(changes(store->read_stream({.stream = id, .sequence = 2}).records) == "+b");
    CHECK(store->streams("table")[0].first == 2);
    time_now += 48 * hour;
    CHECK(records(store).empty());
    CHECK(store->read_stream({.stream = id}).next == 3);
    CHECK(fault([&] { store->read_stream({.stream = id, .sequence = 2}); }) == mt::store_fault::trimmed);
    CHECK(store->read_stream({.stream = id, .sequence = 3}).records.empty());
    put(store, "c", 1);
    CHECK(records(store).at(0).sequence == 3);
}

TEST_CASE("old records go also when nobody reads") {
    auto const store = with_table(mt::stream_view::keys_only);
    for (int i = 0; i != 300; ++i) {
        put(store, "x", i);
        time_now += hour;
    }
    auto const found = records(store);
    CHECK(found.size() == 24);
    CHECK(found.back().sequence == 300);
    CHECK(found.front().sequence == 277);
}

TEST_CASE("semantics 11: a stream that was disabled can be read for 24 hours") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto const id = only_stream(store);
    put(store, "x", 1);
    time_now += hour;
    store->change_settings("table", {});
    time_now += 23 * hour;
    CHECK(changes(store->read_stream({.stream = id}).records) == "+x");
    time_now += hour;
    CHECK(store->read_stream({.stream = id}).records.empty());
    CHECK(store->streams("table").size() == 1);
    time_now += 1;
    CHECK(store->streams("table").empty());
    CHECK(fault([&] { store->read_stream({.stream = id}); }) == mt::store_fault::no_such_stream);
}

TEST_CASE("the streams of a deleted table can still be read, and are not those of the next one") {
    auto const store = with_table(mt::stream_view::new_image);
    auto const id = only_stream(store);
    put(store, "x", 1);
    auto const described = store->describe("table");
    store->delete_table("table");
    auto const streams = store->streams("table");
    REQUIRE(streams.size() == 1);
    CHECK_FALSE(streams[0].enabled);
    CHECK(streams[0].description == described);
    auto const page = store->read_stream({.stream = id});
    CHECK(changes(page.records) == "+x"); // DynamoDB does not record what goes with the table
    CHECK(page.closed);
    store->create_table(simple_table(), {.stream = mt::stream_view::new_image});
    put(store, "y", 1);
    CHECK(store->streams("table").size() == 2);
    CHECK(changes(store->read_stream({.stream = id}).records) == "+x");
    CHECK(changes(store->read_stream({.stream = store->streams("table")[1].id}).records) == "+y");
    time_now += 25 * hour;
    CHECK(store->streams("table").size() == 1);
}

TEST_CASE("streams of several tables are their own") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto other = simple_table();
    other.name = "other";
    store->create_table(other, {.stream = mt::stream_view::keys_only});
    put(store, "x", 1);
    store->put({.table = "other", .item = mt::item{{"p", "a"}, {"c", "y"}}});
    CHECK(store->streams("").size() == 2);
    CHECK(changes(records(store)) == "+x");
    CHECK(changes(store->read_stream({.stream = store->streams("other").at(0).id}).records) == "+y");
    CHECK(store->streams("other").at(0).table == "other");
}
