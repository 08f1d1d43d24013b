// SPDX-License-Identifier: BSL-1.0
// Clocks: a function, a lambda that captures, an object; copies share it.
#include <monotable/managed_fields.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct page {
    std::string id;
    mt::timestamp made;
};

std::int64_t five() { return 5; }

struct counter {
    std::shared_ptr<std::int64_t> count;
    std::int64_t operator()() const { return ++*count; }
};

} // namespace

template <>
struct mt::entity<page> {
    using key = mt::key<"{id}">;
    using attributes = mt::attributes<mt::created<"made">>;
};

namespace {

struct pages : mt::table<"pages", mt::partition_key<"id">, mt::entities<page>> {};

std::int64_t created_at(mt::store<pages>& db, std::string const& id) {
    (void)db.put(page{id, {}});
    return db.get<page>("id"_f == id).value().made.time_since_epoch().count();
}

} // namespace

TEST_CASE("a clock is any callable that gives milliseconds") {
    CHECK(mt::clock_function(five)() == 5);
    CHECK(mt::clock_function([] { return std::int64_t{6}; })() == 6);
    std::int64_t now = 7;
    mt::clock_function const clock = [&now] { return now; };
    mt::clock_function copy = clock;
    CHECK(copy() == 7);
    now = 8;
    CHECK(clock() == 8);
    CHECK(copy() == 8);
    mt::clock_function const moved = std::move(copy);
    CHECK(moved() == 8);
}

TEST_CASE("a store goes by the clock that it is given, and its copies share it") {
    mt::store<pages> db{mt::memory{}, {.clock = counter{std::make_shared<std::int64_t>(100)}}};
    mt::store<pages> copy = db;
    CHECK(created_at(db, "a") == 101);
    CHECK(created_at(copy, "b") == 102);
    CHECK(db.clock()() == 103);

    std::int64_t now = 1000;
    mt::store<pages> other{mt::memory{[&now] { return now; }}, {.clock = [&now] { return now; }}};
    CHECK(created_at(other, "a") == 1000);
    now = 2000;
    CHECK(created_at(other, "b") == 2000);
    CHECK(created_at(other, "a") == 1000);
}
