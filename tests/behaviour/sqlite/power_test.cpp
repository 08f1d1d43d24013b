// SPDX-License-Identifier: BSL-1.0
// The power fails when the disk has only what was synchronized; and disks that fail single calls.
#include <monotable/backend/table_status.hpp>
#include <monotable/sqlite/durable.hpp>

#include <damaged_store.hpp>
#include <recording_vfs.hpp>
#include <store_support.hpp>
#include <stream_support.hpp>
#include <temporary_directory.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

using call = recording_vfs::call;

void create_tables(mt::backend& db) {
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}}};
    table.name = "one";
    db.create_table(table, {.stream = mt::stream_view::keys_only});
    table.name = "two";
    db.create_table(table);
}

// Writes a number into both tables.
void write_number(mt::backend& db, int n) {
    auto const added = numbered_item(n, n % 5 == 0 ? 6000 : 20);
    mt::write_request const both[] = {{.table = "one", .item = added}, {.table = "two", .item = added}};
    db.transact_write(both, std::to_string(n));
}

std::set<int> numbers_in(mt::backend& db, std::string const& table, std::string const& index) {
    std::set<int> out;
    for (auto const& each : db.scan({.table = table, .index = index}).items)
        CHECK(out.insert(std::stoi(text(*each.find("c")))).second);
    return out;
}

// The numbers in the store, which all of its parts must agree on.
std::set<int> consistent_numbers(mt::backend& db) {
    auto const out = numbers_in(db, "one", "");
    CHECK(numbers_in(db, "two", "") == out);
    for (auto const* table : {"one", "two"}) {
        CHECK(numbers_in(db, table, "global") == out);
        CHECK(db.status(table).table.items == out.size());
        CHECK(db.status(table).indexes[0].items == out.size());
    }
    std::set<int> recorded;
    for (auto const& each : records_of(db, db.streams("one").at(0).id))
        CHECK(recorded.insert(std::stoi(text(*each.keys.find("c")))).second);
    CHECK(recorded == out);
    return out;
}

} // namespace

TEST_CASE("after the loss of power at any moment, every acknowledged write is there, and no transaction by halves") {
    auto const commits = GENERATE(mt::durability::full, mt::durability::relaxed);
    temporary_directory const directory;
    auto const path = directory.file("store");
    std::vector<recording_vfs::event> events;
    std::vector<std::size_t> acknowledged; // the number of events when a number was
    int count = 0;
    {
        recording_vfs disk;
        for (int opening = 0; opening != 3; ++opening) {
            mt::durable const db(path, {.commits = commits});
            if (opening == 0) create_tables(*db);
            for (int i = 0; i != 6; ++i) {
                write_number(*db, count++);
                acknowledged.push_back(disk.events().size());
            }
        }
        events = disk.events();
    }
    auto const seed = std::random_device()();
    CAPTURE(seed);
    std::mt19937 random(seed);
    recording_vfs const disk; // does not wait for syncs
    std::size_t points = 0;
    for (std::size_t end = acknowledged[0]; end <= events.size(); ++end) {
        bool const is_sync = end == events.size() || events[end].what == call::sync;
        if (!is_sync && random() % 8 != 0) continue; // before each sync, and at some other moments
        ++points;
        using survival = disk_image::survival;
        for (auto const unsynced : {survival::none, survival::all, survival::some}) {
            CAPTURE(end, static_cast<int>(unsynced));
            for (auto const& entry : std::filesystem::directory_iterator(directory.file("")))
                std::filesystem::remove(entry.path());
            disk_image const image(events, end, unsynced, random);
            for (auto const& [name, bytes] : image.files()) write_file(name, bytes);
            mt::durable const db(path, {.commits = mt::durability::relaxed});
            if (db->tables().size() != 2) { // the creation of a table is a write, too
                CHECK(commits == mt::durability::relaxed);
                continue;
            }
            auto const there = consistent_numbers(*db);
            int n = 0;
            for (auto const each : there) CHECK(each == n++); // nothing is missing in between
            if (commits == mt::durability::relaxed && unsynced != survival::all) continue;
            for (std::size_t i = 0; i != acknowledged.size() && acknowledged[i] <= end; ++i)
                CHECK(there.count(static_cast<int>(i)) == 1);
        }
    }
    CHECK(points > 20);
}

TEST_CASE("a file of an earlier format is upgraded in one transaction") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    {
        mt::durable const db(path, {.commits = mt::durability::relaxed});
        fill_store(db, 10);
    }
    // The format before the options were kept.
    REQUIRE(execute_sql(path, "DROP TABLE options; PRAGMA user_version=1; PRAGMA journal_mode=DELETE"));
    auto const earlier = read_file(path);
    try {
        mt::durable const read(path, {.read_only = true});
        FAIL("it was opened");
    } catch (mt::store_error const& e) {
        CHECK(e.fault() == mt::store_fault::unknown_format);
        CHECK(std::string(e.what()).find("opening it for writing upgrades it") != std::string::npos);
    }
    std::vector<recording_vfs::event> events;
    auto const opened = [&](std::uint64_t shard_records) {
        mt::durable const db(path, {.streams = {.shard_records = shard_records}});
        CHECK(db->scan({.table = "table"}).items.size() == 10);
        CHECK(db.check());
        return db->shards(db->streams("table").at(0).id).size();
    };
    {
        recording_vfs disk;
        CHECK(opened(4) == 3);
        events = disk.events();
    }
    CHECK(opened(100) == 3); // the option was stored
    std::mt19937 random(1);
    recording_vfs const disk;
    for (std::size_t end = 0; end <= events.size(); ++end) {
        for (auto const unsynced : {disk_image::survival::none, disk_image::survival::some}) {
            CAPTURE(end);
            for (auto const& entry : std::filesystem::directory_iterator(directory.file("")))
                std::filesystem::remove(entry.path());
            disk_image const image(events, end, unsynced, random, {{path, earlier}});
            for (auto const& [name, bytes] : image.files()) write_file(name, bytes);
            CHECK(opened(4) == 3);
        }
    }
}

TEST_CASE("a disk that fails a call loses no acknowledged write, and the store goes on when the disk does") {
    auto const failure = GENERATE(SQLITE_IOERR, SQLITE_FULL);
    CAPTURE(failure);
    for (int failing = 1;; ++failing) {
        CAPTURE(failing);
        temporary_directory const directory;
        auto const path = directory.file("store");
        recording_vfs disk;
        int calls = 0;
        bool failed = false;
        disk.before = [&](call what, std::string_view file) -> int {
            if (file.find("store") == file.npos || file.ends_with("-lock")) return SQLITE_OK;
            if (failure == SQLITE_FULL && what != call::write) return SQLITE_OK;
            if (++calls != failing) return SQLITE_OK;
            failed = true;
            return failure == SQLITE_FULL   ? SQLITE_FULL
                   : what == call::open     ? SQLITE_CANTOPEN
                   : what == call::read     ? SQLITE_IOERR_READ
                   : what == call::write    ? SQLITE_IOERR_WRITE
                   : what == call::truncate ? SQLITE_IOERR_TRUNCATE
                   : what == call::sync     ? SQLITE_IOERR_FSYNC
                                            : SQLITE_IOERR_DELETE;
        };
        std::set<int> done, unknown;
        auto const attempt = [&](auto&& f) -> std::optional<mt::store_fault> {
            try {
                f();
                return std::nullopt;
            } catch (mt::store_error const& e) {
                CHECK(failed);
                CHECK((e.fault() == mt::store_fault::unavailable || e.fault() == mt::store_fault::outcome_unknown));
                CHECK(std::string(e.what()).find(path) != std::string::npos);
                return e.fault();
            }
        };
        auto const check = [&](mt::backend& db) {
            auto const there = consistent_numbers(db);
            for (auto const each : done) CHECK(there.count(each) == 1);
            for (auto const each : there) CHECK((done.count(each) == 1 || unknown.count(each) == 1));
        };
        for (int opening = 0; opening != 2; ++opening) {
            std::optional<mt::durable> db;
            if (attempt([&] { db.emplace(path); })) db.emplace(path);
            if (attempt([&] { create_tables(**db); })) create_tables(**db);
            for (int n = opening * 10; n != opening * 10 + 5; ++n) {
                auto const fault = attempt([&] { write_number(**db, n); });
                if (!fault) done.insert(n);
                else if (*fault == mt::store_fault::outcome_unknown) unknown.insert(n);
            }
            attempt([&] { (*db)->scan({.table = "one"}); });
            if (!failed) continue;
            write_number(**db, 100 + opening);
            done.insert(100 + opening);
            check(**db);
        }
        disk.before = nullptr;
        check(*mt::durable(path));
        if (!failed) {
            CHECK(calls > 50);
            break;
        }
    }
}
