// SPDX-License-Identifier: BSL-1.0
// Files that are no store, or not one that this program may use; and disks that do not take a write.
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/sqlite/durable.hpp>

#include <damaged_store.hpp>
#include <store_support.hpp>
#include <stream_support.hpp>
#include <temporary_directory.hpp>
#include <threads_support.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

mt::durable_options relaxed() { return {.commits = mt::durability::relaxed}; }

// How many records there are, which must be numbered from 1 without gaps.
std::size_t numbers(std::vector<mt::stream_record> const& records) {
    for (std::size_t i = 1; i < records.size(); ++i) CHECK(records[i].sequence != records[i - 1].sequence);
    return records.size();
}

// True if each fault says that the file is damaged or not a store, so that the caller does not retry.
bool is_unreadable(std::set<mt::store_fault> const& faults) {
    for (auto const each : faults)
        if (mt::detail::class_of(each) != mt::error_class::unreadable) return false;
    return true;
}

// The fault of opening a file, whose name the error says.
mt::store_fault fault_of_opening(std::string const& path) {
    try {
        mt::durable const opened(path, relaxed());
    } catch (mt::store_error const& e) {
        CHECK(std::string(e.what()).find(path) != std::string::npos);
        return e.fault();
    }
    FAIL("it was opened");
    return {};
}

} // namespace

TEST_CASE("what is not a store is refused, and left as it is") {
    temporary_directory const directory;
    auto const path = directory.file("file");
    SECTION("a text") {
        write_file(path, std::string(10'000, 't'));
        CHECK_THROWS_MATCHES(mt::durable(path), mt::store_error, says("file is not a file of monotable"));
        CHECK(read_file(path) == std::string(10'000, 't'));
        CHECK(fault_of_opening(path) == mt::store_fault::unknown_format);
    }
    SECTION("another program's database") {
        CHECK(execute_sql(path, "CREATE TABLE mine(id INTEGER PRIMARY KEY)"));
        auto const before = read_file(path);
        CHECK_THROWS_MATCHES(mt::durable(path), mt::store_error, says("file is not a file of monotable"));
        CHECK(read_file(path) == before);
        CHECK(fault_of_opening(path) == mt::store_fault::unknown_format);
    }
    SECTION("one with another application's id") {
        CHECK(execute_sql(path, "PRAGMA application_id=7"));
        CHECK_THROWS_MATCHES(mt::durable(path), mt::store_error, says("another program's database"));
    }
    SECTION("a later format") {
        mt::durable(path, relaxed());
        CHECK(execute_sql(path, "PRAGMA user_version=3"));
        CHECK_THROWS_MATCHES(mt::durable(path), mt::store_error,
                             says("later version of monotable: its format is 3, this version reads up to 2"));
        CHECK(fault_of_opening(path) == mt::store_fault::unknown_format);
    }
    SECTION("a store without its tables") {
        mt::durable(path, relaxed());
        CHECK(execute_sql(path, "DROP TABLE entries; DROP TABLE streams"));
        CHECK(fault_of_opening(path) == mt::store_fault::corrupt);
    }
    SECTION("a store with the description of another table") {
        fill_store(mt::durable(path, relaxed()), 1);
        CHECK(execute_sql(path, "UPDATE tables SET id = id + 1"));
        CHECK(fault_of_opening(path) == mt::store_fault::corrupt);
    }
    SECTION("a store with impossible numbers of records") {
        fill_store(mt::durable(path, relaxed()), 1);
        CHECK(execute_sql(path, "UPDATE records SET sequence = 1 << 60"));
        CHECK(fault_of_opening(path) == mt::store_fault::corrupt);
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
    fill_store(mt::durable(path, relaxed()), 200);
    auto const whole = read_file(path);
    REQUIRE(whole.size() > 10 * 4096);
    auto const truncated = [&](std::size_t size) {
        CAPTURE(size);
        write_file(path, whole.substr(0, size));
        CHECK(is_unreadable(use_damaged(path)));
        std::filesystem::remove(path + "-wal");
    };
    for (std::size_t size = 4096; size < whole.size(); size += 4096) truncated(size);
    for (std::size_t size = 1; size < whole.size(); size += size < 200 ? 37 : 4096 - 11) truncated(size);
    write_file(path, whole.substr(0, 3 * 4096));
    CHECK_THROWS_AS(([&] {
                        mt::durable const db(path, relaxed());
                        db->scan({.table = "table"});
                    }()),
                    mt::store_error);
}

TEST_CASE("a file with other bytes is an error and not a crash") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    fill_store(mt::durable(path, relaxed()), 100);
    auto const whole = read_file(path);
    std::mt19937 random(1);
    for (int round = 0; round != 150; ++round) {
        CAPTURE(round);
        auto bytes = whole;
        for (int i = 0; i != 1 + round % 20; ++i)
            bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
        write_file(path, bytes);
        CHECK(is_unreadable(use_damaged(path)));
        std::filesystem::remove(path + "-wal");
    }
}

TEST_CASE("an item whose bytes are damaged is an error that names the file") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    fill_store(mt::durable(path, relaxed()), 3);
    auto const other = mt::item{{"p", "a"}, {"c", 7}}; // with another type of its sort key
    auto const bytes =
        GENERATE_COPY(std::string(30, '\0'), std::string(mt::item{{"p", "a"}}.bytes()), std::string(other.bytes()));
    CHECK(execute_sql(path, ("UPDATE entries SET item = " + sql_blob(bytes) + " WHERE item IS NOT NULL").c_str()));
    mt::durable const db(path, relaxed());
    auto const fault = [](auto&& f) {
        try {
            f();
        } catch (mt::store_error const& e) {
            CHECK(std::string(e.what()).find("store is damaged") != std::string::npos);
            return e.fault();
        }
        FAIL("no error");
        return mt::store_fault();
    };
    CHECK(fault([&] { db->get({.table = "table", .key = numbered_key(1)}); }) == mt::store_fault::corrupt);
    CHECK(fault([&] { db->scan({.table = "table"}); }) == mt::store_fault::corrupt);
    CHECK(fault([&] { db->put({.table = "table", .item = numbered_item(1)}); }) == mt::store_fault::corrupt);
}

TEST_CASE("a disk without room refuses writes, keeps what was acknowledged, and goes on when there is room") {
    temporary_directory const directory;
    auto const path = directory.file("store");
    auto db = std::make_unique<mt::durable>(path);
    fill_store(*db, 5);
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
            auto const first = numbered_item(i, 30'000), second = numbered_item(1000 + i, 10);
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
            CHECK((*db)->get({.table = "table", .key = numbered_key(each)}).has_value());
            CHECK((*db)->get({.table = "table", .key = numbered_key(1000 + each)}).has_value());
        }
    };
    check();
    done.push_back(500);
    auto const first = numbered_item(500, 10), second = numbered_item(1500, 10);
    mt::write_request const both[] = {{.table = "table", .item = first}, {.table = "table", .item = second}};
    CHECK((*db)->transact_write(both, {}).done);
    check();
    db.reset();
    db = std::make_unique<mt::durable>(path);
    check();
}
