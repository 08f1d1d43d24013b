// SPDX-License-Identifier: BSL-1.0
// Backups, checks and repairs of a file, its compaction, and stores that are open for reading only.
#include <monotable/backend/table_status.hpp>
#include <monotable/monotable.hpp>
#include <monotable/sqlite/durable.hpp>

#include <damaged_store.hpp>
#include <store_support.hpp>
#include <stream_support.hpp>
#include <temporary_directory.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace store_support;

namespace {

mt::durable_options relaxed() { return {.commits = mt::durability::relaxed}; }
mt::durable_options read_only() { return {.read_only = true}; }

mt::store_fault fault(auto&& f) {
    try {
        f();
    } catch (mt::store_error const& e) {
        return e.fault();
    }
    FAIL("no error");
    return {};
}

std::vector<mt::item> items(mt::durable const& db, std::string const& index = "") {
    return db->scan({.table = "table", .index = index}).items;
}

struct counted {
    std::string id;
    int n = 0;
};

} // namespace

template <>
struct mt::entity<counted> {
    using key = mt::key<"COUNTED#{id}", "COUNTED">;
};

namespace {

struct table : mt::table<"table", mt::partition_key<"p">, mt::sort_key<"c">, mt::entities<counted>> {};

} // namespace

TEST_CASE("a backup is the store as it was at one moment, while it is written") {
    temporary_directory const directory;
    mt::durable const db(directory.file("store"), relaxed());
    fill_store(db, 50);
    std::atomic<bool> stop = false;
    std::thread writer([&] {
        for (int i = 0; !stop; ++i) {
            auto const first = numbered_item(1000 + i), second = numbered_item(100'000 + i);
            mt::write_request const both[] = {{.table = "table", .item = first}, {.table = "table", .item = second}};
            db->transact_write(both, {});
        }
    });
    for (int i = 0; i != 5; ++i) {
        auto const path = directory.file("copy" + std::to_string(i));
        db.backup(path);
        mt::durable const copy(path, relaxed());
        auto const count = items(copy).size();
        CHECK(count >= 50);
        CHECK(count % 2 == 0);
        CHECK(copy.check());
        CHECK(copy->put({.table = "table", .item = numbered_item(7)}).done);
    }
    stop = true;
    writer.join();
    CHECK(fault([&] { db.backup(directory.file("copy0")); }) == mt::store_fault::validation);
    CHECK(fault([&] { db.backup(directory.file("store")); }) == mt::store_fault::validation);
    CHECK(fault([&] { db.backup(directory.file("no/copy")); }) == mt::store_fault::unavailable);
    CHECK(db.check());
}

TEST_CASE("a compaction gives the space of erased items back, and loses nothing") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    mt::durable const db(path, relaxed());
    fill_store(db, 10);
    for (int i = 10; i != 40; ++i) db->put({.table = "table", .item = numbered_item(i, 20'000)});
    auto const settings = mt::table_settings{};
    db->change_settings("table", settings); // ends the stream
    for (int i = 10; i != 40; ++i) db->erase({.table = "table", .item = numbered_key(i)});
    auto const before = items(db);
    db.compact();
    CHECK(std::filesystem::file_size(path) < 1'000'000);
    CHECK(items(db) == before);
    CHECK(db->put({.table = "table", .item = numbered_item(77)}).done);
    CHECK(db.check());
    auto const read = mt::durable(path, read_only());
    CHECK(fault([&] { read.compact(); }) == mt::store_fault::denied);
}

TEST_CASE("a check finds each difference between items and what is derived from them, and a repair corrects it") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    fill_store(mt::durable(path, relaxed()), 8);
    {
        mt::durable const db(path, relaxed());
        auto const added = numbered_item(8);
        mt::write_request const one[] = {{.table = "table", .item = added}};
        db->transact_write(one, "token");
        auto const report = db.check();
        CHECK(report);
        CHECK(report.items == 9);
        CHECK(report.index_entries == 9);
        CHECK(report.stream_records == 9);
        CHECK(report.messages.empty());
    }
    struct {
        char const* damage;
        char const* message;
        std::size_t items, records;
    } const cases[] = {
        {"DELETE FROM entries WHERE key = (SELECT max(key) FROM entries WHERE item IS NULL)", "missing in index global",
         9, 9},
        {"UPDATE entries SET key = CAST(substr(key, 1, length(key) - 3) || x'39' || x'0001' AS BLOB)"
         " WHERE key = (SELECT max(key) FROM entries WHERE item IS NULL)",
         "does not belong to an item", 9, 9},
        {"UPDATE collections SET items = 77 WHERE place = 1", "index global has 9 items", 9, 9},
        {"UPDATE collections SET bytes = bytes - 1 WHERE place = 0", "it has 9 items of", 9, 9},
        {"UPDATE entries SET size = 5 WHERE key = (SELECT min(key) FROM entries WHERE item IS NOT NULL)", "its size is",
         9, 9},
        {"UPDATE entries SET item = x'00' WHERE key = (SELECT min(key) FROM entries WHERE item IS NOT NULL)",
         "cannot be read", 8, 9},
        {"UPDATE entries SET item = (SELECT max(item) FROM entries) WHERE key ="
         " (SELECT min(key) FROM entries WHERE item IS NOT NULL)",
         "stored under another key", 8, 9},
        {"INSERT INTO entries(key, size, item) SELECT CAST(x'00000070' || key AS BLOB), size, item FROM entries LIMIT "
         "1",
         "do not belong to a table", 9, 9},
        {"INSERT INTO collections(owner, place, items, bytes) VALUES(5, 0, 0, 0)", "1 collections do not belong", 9, 9},
        {"DELETE FROM records WHERE sequence = 3", "records before number 4 are missing", 9, 6},
        {"UPDATE records SET after = x'01' WHERE sequence = 5", "record 5 cannot be read", 9, 4},
        {"UPDATE records SET change = 9 WHERE sequence = 9", "record 9 cannot be read", 9, 0},
        {"UPDATE tokens SET content = x'00'", "1 tokens of transactions", 9, 9},
    };
    auto const whole = read_file(path);
    for (auto const& each : cases) {
        CAPTURE(each.damage);
        std::filesystem::remove(path + "-wal");
        write_file(path, whole);
        REQUIRE(execute_sql(path, each.damage));
        auto const found = mt::durable(path, relaxed()).check();
        CHECK(!found);
        CHECK(found.violations >= 1);
        auto const report = mt::durable::repair(path);
        CHECK(report.messages == found.messages);
        bool said = false;
        for (auto const& message : report.messages) said = said || message.find(each.message) != message.npos;
        CHECK(said);
        mt::durable const db(path, relaxed());
        auto const after = db.check();
        CHECK(after.messages == std::vector<std::string>{});
        CHECK(items(db).size() == each.items);
        CHECK(items(db, "global").size() == each.items);
        CHECK(db->status("table").indexes[0].items == each.items);
        CHECK(records_of(*db, db->streams("table").at(0).id).size() == each.records);
        CHECK(db->put({.table = "table", .item = numbered_item(100)}).done);
        CHECK(records_of(*db, db->streams("table").at(0).id).size() == each.records + 1);
    }
    write_file(path, whole);
    auto const open = mt::durable(path, relaxed());
    CHECK(fault([&] { mt::durable::repair(path); }) == mt::store_fault::unavailable);
    CHECK(fault([&] { mt::durable::repair(directory.file("none")); }) == mt::store_fault::unavailable);
}

TEST_CASE("a repair of a file whose structure is damaged changes nothing") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    fill_store(mt::durable(path, relaxed()), 200);
    auto bytes = read_file(path);
    for (auto at = bytes.size() - 4096; at != bytes.size() - 3000; ++at) bytes[at] = '\x55';
    write_file(path, bytes);
    std::optional<mt::check_report> found;
    try {
        found = mt::durable(path, relaxed()).check();
        CHECK(!*found);
    } catch (mt::store_error const& e) {
        CHECK(e.fault() == mt::store_fault::corrupt);
    }
    CHECK(fault([&] { mt::durable::repair(path); }) == mt::store_fault::corrupt);
    CHECK(read_file(path) == bytes);
}

TEST_CASE("a store that is open for reading only sees what another one commits") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    CHECK(fault([&] { mt::durable(path, read_only()); }) == mt::store_fault::unavailable);
    CHECK(!std::filesystem::exists(path));
    mt::durable const db(path, relaxed());
    mt::durable const reader(path, read_only());
    CHECK(reader->tables().empty());
    fill_store(db, 5);
    CHECK(items(reader) == items(db));
    CHECK(items(reader, "global") == items(db, "global"));
    CHECK(reader->status("table").table.items == 5);
    auto const stream = reader->streams("table").at(0).id;
    CHECK(records_of(*reader, stream).size() == 5);
    db->put({.table = "table", .item = numbered_item(5)});
    CHECK(reader->get({.table = "table", .key = numbered_key(5)}) == numbered_item(5));
    CHECK(reader->status("table").table.items == 6);
    CHECK(records_of(*reader, stream).size() == 6);
    db->add_index("table", {.name = "added", .partition = {S("text")}});
    CHECK(items(reader, "added").size() == 6);
    db->drop_index("table", "global");
    CHECK(fault([&] { items(reader, "global"); }) == mt::store_fault::validation);

    using mt::store_fault;
    CHECK(fault([&] { reader->put({.table = "table", .item = numbered_item(9)}); }) == store_fault::denied);
    CHECK(fault([&] { reader->delete_table("table"); }) == store_fault::denied);
    auto other = simple_table();
    other.name = "other";
    CHECK(fault([&] { reader->create_table(other); }) == store_fault::denied);
    CHECK(!reader->create_table(db->describe("table")));
    CHECK(reader->local_maintenance() == nullptr);
    CHECK(reader.check());
    reader.backup(directory.file("copy"));
    CHECK(items(mt::durable(directory.file("copy"))) == items(db));
}

TEST_CASE("a typed store is opened for reading only in another process") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    mt::store<table> db{mt::durable{path, relaxed()}};
    CHECK(db.put(counted{"a", 1}));
    auto const child = fork();
    if (child == 0) {
        try {
            mt::store<table> read{mt::durable{path, read_only()}};
            auto const found = read.get<counted>("id"_f == "a");
            try {
                (void)read.put(counted{"b", 1});
                _exit(1);
            } catch (mt::store_error const& e) {
                _exit(e.fault() == mt::store_fault::denied && found && found->n == 1 ? 0 : 2);
            }
        } catch (...) {
            _exit(3);
        }
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(db.put(counted{"b", 1}));
}
