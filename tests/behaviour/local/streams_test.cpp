// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>

#include <store_support.hpp>
#include <stream_support.hpp>
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

tested_store with_table(mt::stream_view view, std::uint64_t shard_records = 0) {
    time_now = 1'700'000'000'000;
    tested_store store(a_clock, {.shard_records = shard_records});
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

std::string only_stream(tested_store const& store) {
    auto const streams = store->streams("table");
    REQUIRE(streams.size() == 1);
    return streams[0].id;
}

std::vector<mt::stream_record> records(tested_store const& store) { return records_of(*store, only_stream(store)); }

/// Reads from the record with this number, which need not exist, of the only shard.
mt::stream_position at(tested_store const& store, std::string const& stream, int number) {
    auto const digits = std::to_string(number);
    auto const first =
        number == 1 ? store->shards(stream).at(0).first : "1" + std::string(20 - digits.size(), '0') + digits;
    return seek(*store, stream, mt::seek_from::at, first);
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
        CHECK((i == 0 || found[i].sequence > found[i - 1].sequence));
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
                           .expected = mt::precondition::must_not_exist})
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
    CHECK(fault([&] { store->shards("1"); }) == mt::store_fault::no_such_stream);
    CHECK(fault([&] { store->seek_stream({"1", "shardId"}); }) == mt::store_fault::no_such_stream);
    CHECK(fault([&] { store->read_stream({"1.0.1"}); }) == mt::store_fault::no_such_stream);
}

TEST_CASE("a stream is read on from where a page ended") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto const id = only_stream(store);
    auto const latest = seek(*store, id, mt::seek_from::latest);
    auto page = store->read_stream(seek(*store, id));
    CHECK(page.records.empty());
    CHECK(page.next == seek(*store, id));
    for (auto const* each : {"a", "b", "c", "d", "e"}) put(store, each, 1);
    page = store->read_stream(page.next.value(), 2);
    CHECK(changes(page.records) == "+a +b");
    page = store->read_stream(page.next.value(), 2);
    CHECK(changes(page.records) == "+c +d");
    page = store->read_stream(page.next.value(), 2);
    CHECK(changes(page.records) == "+e");
    page = store->read_stream(page.next.value());
    CHECK(page.records.empty());
    CHECK(page.next == seek(*store, id, mt::seek_from::latest));
    put(store, "f", 1);
    CHECK(changes(store->read_stream(page.next.value()).records) == "+f");
    CHECK(changes(store->read_stream(latest).records) == "+a +b +c +d +e +f");
    auto const d = records(store)[3].sequence;
    CHECK(changes(store->read_stream(seek(*store, id, mt::seek_from::at, d)).records) == "+d +e +f");
    CHECK(changes(store->read_stream(seek(*store, id, mt::seek_from::after, d)).records) == "+e +f");
}

TEST_CASE("semantics 11: a page has at most 1000 records, and ends when it has 1 MB") {
    auto const store = with_table(mt::stream_view::new_image);
    auto const id = only_stream(store);
    for (int i = 0; i != 1100; ++i) put(store, "x", i);
    CHECK(store->read_stream(seek(*store, id)).records.size() == 1000);
    CHECK(store->read_stream(seek(*store, id), 5000).records.size() == 1000);
    CHECK(store->read_stream(at(store, id, 1001)).records.size() == 100);
    auto const large = std::string(300'000, 'v');
    for (auto const* c : {"1", "2", "3", "4", "5", "6"})
        store->put({.table = "table", .item = mt::item{{"p", "b"}, {"c", c}, {"v", large}}});
    auto page = store->read_stream(at(store, id, 1101));
    CHECK(changes(page.records) == "+1 +2 +3 +4");
    CHECK(changes(store->read_stream(page.next.value()).records) == "+5 +6");
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
    auto page = store->read_stream(seek(*store, first));
    CHECK(changes(page.records) == "+x");
    CHECK_FALSE(page.next);
    CHECK_FALSE(store->streams("table")[0].enabled);
    CHECK_FALSE(store->read_stream(at(store, first, 1), 1).next);
    CHECK(store->shards(first).at(0).closed);
    CHECK(store->shards(first).at(0).last == page.records[0].sequence);
    store->change_settings("table", {.stream = mt::stream_view::new_image});
    put(store, "z", 1);
    auto const streams = store->streams("table");
    REQUIRE(streams.size() == 2);
    CHECK(streams[1].id != first);
    CHECK(streams[1].created > streams[0].created);
    CHECK(streams[1].enabled);
    CHECK(streams[1].view == mt::stream_view::new_image);
    CHECK(changes(records_of(*store, streams[1].id)) == "+z");
    CHECK(changes(records_of(*store, first)) == "+x");
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
    auto const page = store->read_stream(seek(*store, id), 1);
    REQUIRE(page.next);
    CHECK_FALSE(store->read_stream(*page.next, 1).next);
    CHECK_FALSE(store->read_stream(seek(*store, id, mt::seek_from::latest)).next);
}

TEST_CASE("semantics 11: records are kept for 24 hours") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto const id = only_stream(store);
    auto const first = seek(*store, id);
    put(store, "a", 1);
    time_now += hour;
    put(store, "b", 1);
    auto const b = records(store)[1].sequence;
    time_now += 23 * hour;
    CHECK(changes(records(store)) == "+a +b");
    time_now += 1;
    CHECK(changes(records(store)) == "+b");
    CHECK(fault([&] { at(store, id, 1); }) == mt::store_fault::trimmed);
    CHECK(fault([&] { store->read_stream(first); }) == mt::store_fault::trimmed);
    CHECK(changes(store->read_stream(at(store, id, 2)).records) == "+b");
    time_now += 48 * hour;
    CHECK(records(store).empty());
    CHECK(fault([&] { at(store, id, 2); }) == mt::store_fault::trimmed);
    auto const next = seek(*store, id, mt::seek_from::after, b); // nothing that follows it was trimmed
    CHECK(store->read_stream(next).records.empty());
    put(store, "c", 1);
    CHECK(changes(store->read_stream(next).records) == "+c");
    CHECK(changes(records(store)) == "+c");
}

TEST_CASE("old records go also when nobody reads") {
    auto const store = with_table(mt::stream_view::new_image);
    for (int i = 0; i != 300; ++i) {
        put(store, "x", i);
        time_now += hour;
    }
    auto const found = records(store);
    CHECK(found.size() == 24);
    CHECK(found.back().after->find("v")->as_int64() == 299);
}

TEST_CASE("semantics 11: a stream that was disabled can be read for 24 hours") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto const id = only_stream(store);
    auto const first = seek(*store, id);
    put(store, "x", 1);
    time_now += hour;
    store->change_settings("table", {});
    time_now += 23 * hour;
    CHECK(changes(records_of(*store, id)) == "+x");
    time_now += hour;
    CHECK(records_of(*store, id).empty());
    CHECK(store->streams("table").size() == 1);
    time_now += 1;
    CHECK(store->streams("table").empty());
    CHECK(fault([&] { store->shards(id); }) == mt::store_fault::no_such_stream);
    CHECK(fault([&] { store->read_stream(first); }) == mt::store_fault::no_such_stream);
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
    auto const page = store->read_stream(seek(*store, id));
    CHECK(changes(page.records) == "+x"); // DynamoDB does not record what goes with the table
    CHECK_FALSE(page.next);
    store->create_table(simple_table(), {.stream = mt::stream_view::new_image});
    put(store, "y", 1);
    CHECK(store->streams("table").size() == 2);
    CHECK(changes(records_of(*store, id)) == "+x");
    CHECK(changes(records_of(*store, store->streams("table")[1].id)) == "+y");
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
    CHECK(changes(records_of(*store, store->streams("other").at(0).id)) == "+y");
    CHECK(store->streams("other").at(0).table == "other");
}

TEST_CASE("a stream of shards of three records: each is closed, and continued by a child") {
    auto const store = with_table(mt::stream_view::keys_only, 3);
    auto const id = only_stream(store);
    REQUIRE(store->shards(id).size() == 1);
    for (auto const* each : {"a", "b", "c", "d", "e", "f", "g"}) put(store, each, 1);
    auto const shards = store->shards(id);
    REQUIRE(shards.size() == 3);
    CHECK(shards[0].parent.empty());
    CHECK(shards[1].parent == shards[0].id);
    CHECK(shards[2].parent == shards[1].id);
    CHECK(shards[0].closed);
    CHECK(shards[1].closed);
    CHECK_FALSE(shards[2].closed);
    CHECK(shards[2].last.empty());
    auto const second = store->read_stream(store->seek_stream({id, shards[1].id}), 2);
    CHECK(changes(second.records) == "+d +e");
    CHECK(second.records[0].sequence == shards[1].first);
    REQUIRE(second.next);
    auto const rest = store->read_stream(*second.next);
    CHECK(changes(rest.records) == "+f");
    CHECK(rest.records[0].sequence == shards[1].last);
    CHECK_FALSE(rest.next);
    auto const end = store->read_stream(store->seek_stream({id, shards[1].id, mt::seek_from::latest}));
    CHECK(end.records.empty());
    CHECK_FALSE(end.next);
    auto const third = store->read_stream(store->seek_stream({id, shards[2].id}));
    CHECK(changes(third.records) == "+g");
    CHECK(third.next);
}

TEST_CASE("a shard is not found when no record of it is kept, or under another stream's name") {
    auto const store = with_table(mt::stream_view::keys_only, 2);
    auto const id = only_stream(store);
    put(store, "a", 1);
    put(store, "b", 1);
    auto const old = store->shards(id).at(0);
    auto const position = store->seek_stream({id, old.id});
    auto const end = store->seek_stream({id, old.id, mt::seek_from::latest});
    time_now += 25 * hour;
    put(store, "c", 1);
    auto const shards = store->shards(id);
    REQUIRE(shards.size() == 1);
    CHECK(shards[0].parent == old.id);
    CHECK(fault([&] { store->seek_stream({id, old.id}); }) == mt::store_fault::no_such_shard);
    CHECK(fault([&] { store->seek_stream({id, old.id, mt::seek_from::at, old.first}); }) == mt::store_fault::trimmed);
    CHECK(fault([&] { store->read_stream(position); }) == mt::store_fault::trimmed);
    CHECK_FALSE(store->read_stream(end).next); // nothing of it was missed
    CHECK(fault([&] { store->seek_stream({id, "shardId-1"}); }) == mt::store_fault::no_such_shard);
    CHECK(fault([&] { store->seek_stream({id, ""}); }) == mt::store_fault::no_such_shard);
}

TEST_CASE("what is not a position or a sequence number of the shard is refused") {
    auto const store = with_table(mt::stream_view::keys_only, 2);
    auto const id = only_stream(store);
    for (auto const* each : {"a", "b", "c"}) put(store, each, 1);
    auto const shards = store->shards(id);
    auto const at = [&](std::size_t shard, std::string const& sequence) {
        store->seek_stream({id, shards[shard].id, mt::seek_from::at, sequence});
    };
    for (auto const* each : {"", "x", "1", "100000000000000000009", "-00000000000000000001"})
        CHECK(fault([&] { at(0, each); }) == mt::store_fault::validation);
    CHECK(fault([&] { at(0, shards[1].first); }) == mt::store_fault::validation);
    CHECK(fault([&] { at(1, shards[0].first); }) == mt::store_fault::validation);
    for (std::string const each : {"", "1", ".0", ".0.", ".0.1.", ".0.x", ".0.99999999999999999999", "x.0.1"})
        CHECK(fault([&] { store->read_stream({id + each}); }) == mt::store_fault::validation);
    CHECK(fault([&] { store->read_stream({id + ".0.0"}); }) == mt::store_fault::validation);
    CHECK(fault([&] { store->read_stream({id + ".0.4"}); }) == mt::store_fault::validation);
    CHECK(fault([&] { store->read_stream({id + ".1.2"}); }) == mt::store_fault::validation);
}

TEST_CASE("the first sequence number of a shard is accepted while it is empty") {
    auto const store = with_table(mt::stream_view::keys_only);
    auto const id = only_stream(store);
    auto const first = store->shards(id).at(0).first;
    auto const from = seek(*store, id, mt::seek_from::at, first),
               behind = seek(*store, id, mt::seek_from::after, first);
    put(store, "a", 1);
    CHECK(changes(store->read_stream(from).records) == "+a");
    CHECK(changes(store->read_stream(behind).records) == "+a"); // which was not there to be behind of
}
