// SPDX-License-Identifier: BSL-1.0
// Files that are no store, or not one that this program may use; and disks that do not take a write.
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/sqlite/durable.hpp>

#include <store_support.hpp>
#include <stream_support.hpp>
#include <temporary_directory.hpp>
#include <threads_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <sqlite3.h>

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

mt::durable_options relaxed() { return {.commits = mt::durability::relaxed}; }

void write(std::string const& path, std::string const& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}
std::string read(std::string const& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return std::move(out).str();
}

void execute(std::string const& path, char const* sql) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(db);
}

mt::item item(int i, std::size_t size = 20) {
    return {{"p", "a"}, {"c", std::to_string(i)}, {"g", "x"}, {"text", std::string(size, 'x')}};
}
mt::item key(int i) { return {{"p", "a"}, {"c", std::to_string(i)}}; }

mt::table_description indexed_table() {
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}}};
    return table;
}

void fill(mt::durable const& db, int count) {
    db->create_table(indexed_table(), {.stream = mt::stream_view::new_image});
    for (int i = 0; i != count; ++i) db->put({.table = "table", .item = item(i)});
}

// How many records there are, which must be numbered from 1 without gaps.
std::size_t numbers(std::vector<mt::stream_record> const& records) {
    for (std::size_t i = 1; i < records.size(); ++i) CHECK(records[i].sequence != records[i - 1].sequence);
    return records.size();
}

// Uses everything that there is; errors are expected.
void use(std::string const& path) {
    try {
        mt::durable const db(path, relaxed());
        for (auto const& name : db->tables()) {
            for (auto const* index : {"", "global"}) {
                try {
                    db->scan({.table = name, .index = index});
                } catch (mt::error const&) {}
            }
            db->get({.table = name, .key = key(1)});
            for (auto const& each : db->streams(name)) records_of(*db, each.id);
            db->put({.table = name, .item = item(1)});
            db->delete_table(name);
        }
    } catch (mt::error const&) {}
}

} // namespace

TEST_CASE("what is not a store is refused, and left as it is") {
    temporary_directory const directory;
    auto const path = directory.file("file");
    SECTION("a text") {
        write(path, std::string(10'000, 't'));
        CHECK_THROWS_MATCHES(mt::durable(path), mt::store_error, says("file is not a file of monotable"));
        CHECK(read(path) == std::string(10'000, 't'));
    }
    SECTION("another program's database") {
        execute(path, "CREATE TABLE mine(id INTEGER PRIMARY KEY)");
        auto const before = read(path);
        CHECK_THROWS_MATCHES(mt::durable(path), mt::store_error, says("file is not a file of monotable"));
        CHECK(read(path) == before);
    }
    SECTION("one with another application's id") {
        execute(path, "PRAGMA application_id=7");
        CHECK_THROWS_MATCHES(mt::durable(path), mt::store_error, says("another program's database"));
    }
    SECTION("a later format") {
        mt::durable(path, relaxed());
        execute(path, "PRAGMA user_version=2");
        CHECK_THROWS_MATCHES(mt::durable(path), mt::store_error,
                             says("later version of monotable: its format is 2, this version reads up to 1"));
    }
    SECTION("a directory") { CHECK_THROWS_AS(mt::durable(directory.file("")), mt::store_error); }
    SECTION("a folder that does not exist") {
        CHECK_THROWS_MATCHES(mt::durable(directory.file("no/file")), mt::store_error, says("no/file"));
    }
    SECTION("names that are not those of files") {
        CHECK_THROWS_AS(mt::durable(""), mt::store_error);
        CHECK_THROWS_AS(mt::durable(":memory:"), mt::store_error);
    }
    CHECK(!std::filesystem::exists(path + "-wal"));
}

TEST_CASE("a store that is open is not opened a second time") {
    temporary_directory const directory;
    auto const path = directory.file("shop.db");
    {
        mt::durable const db(path, relaxed());
        CHECK_THROWS_MATCHES(mt::durable(path), mt::store_error, says("shop.db is open already"));
        std::filesystem::create_symlink(path, directory.file("link"));
        CHECK_THROWS_MATCHES(mt::durable(directory.file("link")), mt::store_error, says("link is open already"));
        auto const child = fork();
        if (child == 0) {
            try {
                mt::durable const second(path);
                _exit(1);
            } catch (mt::store_error const& e) {
                _exit(std::string(e.what()).find("shop.db is open already") != std::string::npos ? 0 : 2);
            }
        }
        int status = 0;
        REQUIRE(waitpid(child, &status, 0) == child);
        CHECK(status == 0);
        CHECK(db->create_table(simple_table()));
    }
    CHECK(mt::durable(path)->tables().size() == 1);
}

TEST_CASE("a truncated file is an error and not a crash") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    fill(mt::durable(path, relaxed()), 200);
    auto const whole = read(path);
    REQUIRE(whole.size() > 10 * 4096);
    for (std::size_t size = 1; size < whole.size(); size += size < 200 ? 37 : 4096 - 11) {
        CAPTURE(size);
        write(path, whole.substr(0, size));
        use(path);
        std::filesystem::remove(path + "-wal");
    }
    write(path, whole.substr(0, 3 * 4096));
    CHECK_THROWS_AS(([&] {
                        mt::durable const db(path, relaxed());
                        db->scan({.table = "table"});
                    }()),
                    mt::store_error);
}

TEST_CASE("a file with other bytes is an error and not a crash") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    fill(mt::durable(path, relaxed()), 100);
    auto const whole = read(path);
    std::mt19937 random(1);
    for (int round = 0; round != 150; ++round) {
        CAPTURE(round);
        auto bytes = whole;
        for (int i = 0; i != 1 + round % 20; ++i)
            bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
        write(path, bytes);
        use(path);
        std::filesystem::remove(path + "-wal");
    }
}

TEST_CASE("an item whose bytes are damaged is an error that names the file") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    fill(mt::durable(path, relaxed()), 3);
    execute(path, "UPDATE entries SET item = zeroblob(30) WHERE item IS NOT NULL");
    mt::durable const db(path, relaxed());
    CHECK_THROWS_MATCHES(db->get({.table = "table", .key = key(1)}), mt::store_error, says("store is damaged"));
    CHECK_THROWS_MATCHES(db->scan({.table = "table"}), mt::store_error, says("store is damaged"));
    CHECK_THROWS_MATCHES(db->put({.table = "table", .item = item(1)}), mt::store_error, says("store is damaged"));
}

TEST_CASE("a disk without room refuses writes, keeps what was acknowledged, and goes on when there is room") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    auto db = std::make_unique<mt::durable>(path);
    fill(*db, 5);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    rlimit small = before;
    small.rlim_cur = 400'000; // of any file; the write-ahead log meets it first
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    std::vector<int> done;
    int refused = 0;
    for (int i = 100; i != 140; ++i) {
        try {
            auto const first = item(i, 30'000), second = item(1000 + i, 10);
            mt::write_request const both[] = {{.table = "table", .item = first}, {.table = "table", .item = second}};
            if ((*db)->transact_write(both, {}).done) done.push_back(i);
        } catch (mt::store_error const& error) {
            CHECK((error.fault() == mt::store_fault::unavailable || error.fault() == mt::store_fault::outcome_unknown));
            ++refused;
        }
    }
    REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(refused > 0);
    CHECK(!done.empty());
    auto const check = [&] {
        auto const count = 5 + 2 * done.size();
        CHECK((*db)->status("table").table.items == count);
        CHECK((*db)->status("table").indexes[0].items == count);
        CHECK((*db)->scan({.table = "table", .select = mt::selection::count}).scanned_count <= count);
        CHECK(numbers(records_of(**db, (*db)->streams("table").at(0).id)) == count);
        for (auto const each : done) {
            CHECK((*db)->get({.table = "table", .key = key(each)}).has_value());
            CHECK((*db)->get({.table = "table", .key = key(1000 + each)}).has_value());
        }
    };
    check();
    done.push_back(500);
    auto const first = item(500, 10), second = item(1500, 10);
    mt::write_request const both[] = {{.table = "table", .item = first}, {.table = "table", .item = second}};
    CHECK((*db)->transact_write(both, {}).done);
    check();
    db.reset();
    db = std::make_unique<mt::durable>(path);
    check();
}
