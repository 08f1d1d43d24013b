// SPDX-License-Identifier: BSL-1.0
// A process that writes is killed at random moments: what it was told is stored is there, and nothing by halves.
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/sqlite/durable.hpp>

#include <store_support.hpp>
#include <stream_support.hpp>
#include <temporary_directory.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <sqlite3.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

constexpr int writers = 2;

mt::item item(char const* p, int n, int round) {
    return {{"p", p}, {"c", std::to_string(n)}, {"g", std::to_string(n % 7)}, {"round", round}};
}

// Each number is written into two tables at once, then told.
[[noreturn]] void write_on(std::string const& path, mt::durability commits, int round, int told) {
    try {
        mt::durable const db(path, {.commits = commits});
        std::vector<std::thread> threads;
        for (int thread = 0; thread != writers; ++thread)
            threads.emplace_back([&, thread] {
                for (std::int32_t i = 0;; ++i) {
                    std::int32_t const n = round * 1'000'000 + i * writers + thread;
                    auto const first = item("a", n, round), second = item("b", n, round);
                    mt::write_request const both[] = {{.table = "one", .item = first},
                                                      {.table = "two", .item = second}};
                    if (!db->transact_write(both, std::to_string(n)).done) _exit(1);
                    if (::write(told, &n, sizeof n) != sizeof n) _exit(2);
                }
            });
        for (auto& each : threads) each.join();
    } catch (...) {
        _exit(3);
    }
    _exit(4);
}

std::string integrity(std::string const& path) {
    sqlite3* db = nullptr;
    sqlite3_open(path.c_str(), &db);
    std::string out;
    sqlite3_exec(
        db, "PRAGMA integrity_check",
        [](void* text, int, char** values, char**) {
            *static_cast<std::string*>(text) += values[0];
            return 0;
        },
        &out, nullptr);
    sqlite3_close(db);
    return out;
}

std::set<int> numbers(mt::durable const& db, std::string const& table, std::string const& index) {
    std::set<int> out;
    mt::scan_request request{.table = table, .index = index};
    std::optional<mt::item> start;
    do {
        request.exclusive_start_key = start;
        auto page = db->scan(request);
        for (auto const& each : page.items) CHECK(out.insert(std::stoi(text(*each.find("c")))).second);
        start = page.last_evaluated_key;
    } while (start);
    return out;
}

// The number of kills for each setting; MONOTABLE_CRASHES in the environment replaces the sum.
int kills() {
    auto const* const wanted = std::getenv("MONOTABLE_CRASHES");
    return wanted != nullptr ? std::atoi(wanted) / 2 : 100;
}

void create_tables(std::string const& path) {
    mt::durable const db(path, {.commits = mt::durability::relaxed});
    auto table = simple_table();
    table.name = "one";
    table.indexes = {{.name = "global", .partition = {S("g")}, .sort = {N("round")}}};
    db->create_table(table, {.stream = mt::stream_view::keys_only});
    table.name = "two";
    db->create_table(table);
}

// Kills a writer after some microseconds, and adds the numbers that it told.
void kill_one(std::string const& path, mt::durability commits, int round, unsigned microseconds,
              std::set<int>& acknowledged) {
    int ends[2] = {};
    REQUIRE(pipe(ends) == 0);
    auto const child = fork();
    if (child == 0) write_on(path, commits, round, ends[1]);
    close(ends[1]);
    std::int32_t n = 0;
    REQUIRE(::read(ends[0], &n, sizeof n) == sizeof n); // it has begun
    acknowledged.insert(n);
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
    kill(child, SIGKILL);
    while (::read(ends[0], &n, sizeof n) == sizeof n) acknowledged.insert(n);
    close(ends[0]);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
}

void check_store(std::string const& path, std::set<int> const& acknowledged) {
    mt::durable const db(path, {.commits = mt::durability::relaxed});
    auto const one = numbers(db, "one", ""), two = numbers(db, "two", "");
    CHECK(one == two);
    REQUIRE(!one.empty());
    CHECK(numbers(db, "one", "global") == one);
    CHECK(numbers(db, "two", "global") == one);
    std::size_t missing = 0;
    for (auto const each : acknowledged) missing += one.count(each) == 0;
    REQUIRE(missing == 0);
    for (auto const* table : {"one", "two"}) {
        CHECK(db->status(table).table.items == one.size());
        CHECK(db->status(table).indexes[0].items == one.size());
    }
    std::set<int> recorded;
    auto const records = [&] {
        std::size_t count = 0;
        auto const stream = db->streams("one").at(0).id;
        mt::stream_page page;
        for (page.next = seek(*db, stream); page.next; count += page.records.size()) {
            page = db->read_stream(*page.next, 0);
            for (auto const& each : page.records) recorded.insert(std::stoi(text(*each.keys.find("c"))));
            if (page.records.empty()) break;
        }
        return count;
    };
    CHECK(records() == one.size());
    CHECK(recorded == one);
    // Its token is stored with it: a repetition changes nothing.
    auto const last = *one.rbegin();
    auto const first = item("a", last, last / 1'000'000), second = item("b", last, last / 1'000'000);
    mt::write_request const both[] = {{.table = "one", .item = first}, {.table = "two", .item = second}};
    CHECK(db->transact_write(both, std::to_string(last)).done);
    CHECK(records() == one.size());
}

} // namespace

TEST_CASE("every acknowledged write survives the death of the process, and no transaction is there by halves") {
    auto const commits = GENERATE(mt::durability::full, mt::durability::relaxed);
    auto const seed = std::random_device()();
    CAPTURE(seed);
    std::mt19937 random(seed);
    constexpr int rounds = 10; // with one file, which stays small
    for (int killed = 0; killed < kills(); killed += rounds) {
        temporary_directory const directory;
        auto const path = directory.file("store.db");
        create_tables(path);
        std::set<int> acknowledged;
        for (int round = 1; round <= rounds; ++round) {
            CAPTURE(killed, round);
            kill_one(path, commits, round, static_cast<unsigned>(random() % (round == 1 ? 30'000 : 6'000)),
                     acknowledged);
            check_store(path, acknowledged);
        }
        CHECK(integrity(path) == "ok");
    }
}
