// SPDX-License-Identifier: BSL-1.0
// What a store in a file keeps: everything that a store in memory keeps while it lives.
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/monotable.hpp>
#include <monotable/sqlite/durable.hpp>

#include <store_support.hpp>
#include <stream_support.hpp>
#include <temporary_directory.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace store_support;
using namespace mt::literals;

namespace {

struct note {
    std::string id, text;
};

} // namespace

template <>
struct mt::entity<note> {
    using key = mt::key<"NOTE#{id}", "NOTE#{id}">;
};

namespace {

struct notes : mt::table<"notes", mt::entities<note>> {};

mt::item item(char const* c, int n) { return {{"p", "a"}, {"c", c}, {"g", "x"}, {"n", n}}; }
mt::item key(char const* c) { return {{"p", "a"}, {"c", c}}; }

/// A file, and a store on it that can be closed and opened again, with a clock of its own.
class file {
  public:
    file() { open(); }
    file(file const&) = delete;
    file& operator=(file const&) = delete;

    void open() {
        store_.reset();
        store_.emplace(directory_.file("store.db"),
                       mt::durable_options{.commits = mt::durability::relaxed, .clock = [this] { return now.load(); }});
    }

    mt::backend* operator->() const { return store_->operator->(); }
    mt::backend& operator*() const { return **store_; }

    std::atomic<std::int64_t> now = 1'700'000'000'000;

  private:
    temporary_directory directory_;
    std::optional<mt::durable> store_;
};

} // namespace

TEST_CASE("tables, settings, items, every kind of index and sizes are there again") {
    file db;
    auto table = simple_table();
    table.indexes = {
        {.name = "local", .local = true, .partition = {S("p")}, .sort = {N("n")}},
        {.name = "global", .partition = {S("g")}, .sort = {N("n")}},
        {.name = "keys", .partition = {S("g"), N("n")}, .projection = mt::projection_type::keys_only},
        {.name = "included", .partition = {N("n")}, .projection = mt::projection_type::include, .included = {"g"}}};
    db->create_table(table, {.time_to_live = "end", .annotations = std::string("bytes\0of others", 15)});
    auto other = simple_table();
    other.name = "other";
    other.sort.reset();
    other.indexes = {{.name = "by_n", .partition = {N("n")}}};
    db->create_table(other);
    // Keys with the bytes that have a meaning of their own in keys of the file.
    std::string const odd[] = {std::string("\0", 1), std::string("\0\1", 2), std::string("\0\2\0\1", 4), "\xc3\xa9"};
    for (auto const& each : odd) {
        db->put({.table = "other", .item = mt::item{{"p", each}, {"n", 1}}});
        db->put({.table = "table", .item = mt::item{{"p", each}, {"c", each}, {"g", each}, {"n", 7}}});
    }
    for (int i = 0; i != 10; ++i) db->put({.table = "table", .item = item(std::to_string(i).c_str(), i)});
    db->erase({.table = "table", .item = key("3")});

    auto const state = [&] {
        std::string out;
        for (auto const& name : db->tables()) {
            auto const status = db->status(name);
            out += name + ' ' + std::to_string(status.id) + ' ' + std::to_string(status.created) + ' ' +
                   status.settings.time_to_live + status.settings.annotations + '\n';
            std::vector<std::string> indexes = {""};
            for (auto const& each : status.description.indexes) indexes.push_back(each.name);
            for (std::size_t i = 0; i != indexes.size(); ++i) {
                auto const size = i == 0 ? status.table : mt::detail::collection_size(status.indexes[i - 1]);
                out += indexes[i] + ' ' + std::to_string(size.items) + ' ' + std::to_string(size.bytes) + '\n';
                for (auto const& each : db->scan({.table = name, .index = indexes[i]}).items) out += each.bytes();
            }
        }
        return out;
    };
    auto const before = state();
    db.open();
    CHECK(db->describe("table") == table);
    CHECK(db->describe("other") == other);
    CHECK(state() == before);
    CHECK(db->scan({.table = "other", .index = "by_n"}).count == 4);
    CHECK(db->query({.table = "table", .index = "global", .partition = {odd[2]}}).count == 1);
    CHECK(!db->create_table(table));

    db->add_index("other", {.name = "late", .partition = {N("n")}, .sort = {S("p")}});
    db->drop_index("table", "keys");
    db->change_settings("table", {.time_to_live = {}});
    auto const changed = state();
    db.open();
    CHECK(state() == changed);
    CHECK(db->query({.table = "other", .index = "late", .partition = {1}}).count == 4);
    CHECK(db->query({.table = "table", .index = "included", .partition = {5}}).count == 1);

    auto const id = db->status("other").id;
    db->delete_table("table");
    db->delete_table("other");
    db.now += 1000;
    db.open();
    CHECK(db->tables().empty());
    db->create_table(other);
    CHECK(db->scan({.table = "other"}).count == 0);
    CHECK(db->status("other").id > id);
}

TEST_CASE("streams go on where they were, and so do their readers") {
    file db;
    db->create_table(simple_table(), {.stream = mt::stream_view::new_and_old_images});
    for (int i = 0; i != 3; ++i) db->put({.table = "table", .item = item("1", i)});
    db->erase({.table = "table", .item = key("1")});
    auto const stream = db->streams("table").at(0);
    auto const records = records_of(*db, stream.id);
    auto const page = db->read_stream(seek(*db, stream.id), 3);
    db.open();
    auto const again = db->streams("table").at(0);
    CHECK(again.id == stream.id);
    CHECK(again.created == stream.created);
    CHECK(again.enabled);
    CHECK(again.description == stream.description);
    CHECK(again.view == stream.view);
    auto const read = records_of(*db, stream.id);
    REQUIRE(read.size() == 4);
    for (std::size_t i = 0; i != 4; ++i) {
        CHECK(read[i].sequence == records[i].sequence);
        CHECK(read[i].change == records[i].change);
        CHECK(read[i].time == records[i].time);
        CHECK(read[i].keys == records[i].keys);
        CHECK(read[i].before == records[i].before);
        CHECK(read[i].after == records[i].after);
    }
    db->put({.table = "table", .item = item("2", 2)});
    auto const rest = db->read_stream(page.next.value(), 0).records;
    REQUIRE(rest.size() == 2);
    CHECK(rest[0].sequence == records[3].sequence);
    CHECK(rest[1].keys == key("2"));

    // One that has ended is there for another day, the next one has another name.
    db->change_settings("table", {.stream = mt::stream_view::none});
    db.open();
    CHECK(!db->streams("table").at(0).enabled);
    CHECK(db->shards(stream.id).at(0).closed);
    db->put({.table = "table", .item = item("3", 3)});
    db->change_settings("table", {.stream = mt::stream_view::keys_only});
    db.open();
    auto const streams = db->streams("table");
    REQUIRE(streams.size() == 2);
    CHECK(records_of(*db, streams[0].id).size() == 5);
    CHECK(streams[1].id != streams[0].id);
    CHECK(streams[1].created > streams[0].created);
    db.now += 25 * 60 * 60 * 1000;
    CHECK(db->streams("table").size() == 1);
    db->put({.table = "table", .item = item("4", 4)});
    db.open();
    CHECK(db->streams("table").at(0).id == streams[1].id);
    CHECK(records_of(*db, streams[1].id).size() == 1);
}

TEST_CASE("records that got old stay trimmed, and numbers go on after all of them") {
    file db;
    db->create_table(simple_table(), {.stream = mt::stream_view::keys_only});
    for (int i = 0; i != 3; ++i) db->put({.table = "table", .item = item("1", i)});
    auto const stream = db->streams("table").at(0).id;
    auto const old = records_of(*db, stream);
    auto const start = seek(*db, stream);
    db.now += 25 * 60 * 60 * 1000;
    CHECK(records_of(*db, stream).empty());
    db->put({.table = "table", .item = item("1", 7)});
    db.open();
    auto const next = records_of(*db, stream);
    REQUIRE(next.size() == 1);
    for (auto const& each : old) CHECK(each.sequence != next[0].sequence);
    CHECK_THROWS_AS(db->read_stream(start, 0), mt::store_error);
    db.now += 25 * 60 * 60 * 1000;
    db.open();
    CHECK(records_of(*db, stream).empty());
    db->put({.table = "table", .item = item("1", 8)});
    auto const last = records_of(*db, stream);
    REQUIRE(last.size() == 1);
    CHECK(last[0].sequence != next[0].sequence);
}

TEST_CASE("a transaction that is repeated after a restart is not done twice, for ten minutes") {
    file db;
    db->create_table(simple_table());
    auto const first = item("1", 1), second = item("1", 2);
    mt::write_request const put[] = {{.table = "table", .item = first}}, other[] = {{.table = "table", .item = second}};
    CHECK(db->transact_write(put, "token").done);
    db->put({.table = "table", .item = second});
    db.open();
    CHECK(db->transact_write(put, "token").done);
    CHECK(db->get({.table = "table", .key = key("1")}) == second);
    CHECK_THROWS_AS(db->transact_write(other, "token"), mt::store_error);
    db.now += 10 * 60 * 1000;
    CHECK(db->transact_write(put, "token").done);
    CHECK(db->get({.table = "table", .key = key("1")}) == first);
}

TEST_CASE("a typed store is opened on a file") {
    temporary_directory const directory;
    {
        mt::store<notes> db{mt::durable{directory.file("notes.db")}};
        CHECK(db.put(note{"1", "remember"}));
    }
    mt::store<notes> db{mt::durable{directory.file("notes.db")}};
    auto const found = db.get<note>("id"_f == "1");
    REQUIRE(found);
    CHECK(found->text == "remember");
}
