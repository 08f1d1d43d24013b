// SPDX-License-Identifier: BSL-1.0
// Consumers of streams whose shards split, close, are trimmed and go, and whose positions expire.
#include <monotable/streams.hpp>

#include <sharded_backend.hpp>
#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using store_support::says;
using store_support::sharded_backend;

namespace {

struct counter {
    std::string id;
    int n = 0;
};

} // namespace

template <>
struct mt::entity<counter> {
    using key = mt::key<"COUNTER#{id}", "COUNTER">;
};

namespace {

struct counters : mt::table<"counters", mt::stream, mt::entities<counter>> {};
using changes = std::vector<mt::change<counters>>;

/// Counters a, b, c, ... that count up, recorded in shards; what of them a consumer was given.
struct fixture {
    std::shared_ptr<sharded_backend> backend = std::make_shared<sharded_backend>(mt::memory{});
    mt::store<counters> db{backend};
    std::map<std::string, int> counts{};

    explicit fixture(bool divided = false) { backend->begin(divided); }

    static mt::item keys(std::string const& id) { return {{"PK", "COUNTER#" + id}, {"SK", "COUNTER"}}; }

    void count(std::string const& ids, std::int64_t time = 0) {
        for (char const c : ids) {
            std::string const id(1, c);
            backend->append(keys(id), db.to_item(counter{id, ++counts[id]}), time);
        }
    }
    std::size_t shard_of(std::string const& id) const { return backend->shard_of(keys(id)); }

    /// Two counters that are in different shards.
    std::string different() const {
        for (char c = 'b'; c <= 'z'; ++c)
            if (shard_of("a") != shard_of(std::string(1, c))) return std::string(1, c);
        return {};
    }

    sharded_backend::shard& shard(std::size_t i) { return backend->feed.back().shards.at(i); }
};

/// "a1 a2 b1"
std::string text(changes const& read) {
    std::string out;
    for (auto const& each : read) {
        auto const now = each.as<counter>()->after().value();
        out += (out.empty() ? "" : " ") + now.id + std::to_string(now.n);
    }
    return out;
}

} // namespace

TEST_CASE("a shard that is closed is read to its end before its children") {
    fixture f;
    mt::consumer<counters> reader(f.db, "all");
    f.count("aaa");
    f.backend->close(0, false);
    f.count("aa");
    f.backend->close(1, false);
    f.count("a");
    CHECK(text(reader.read(2)) == "a1 a2");
    CHECK(reader.commit());
    CHECK(text(reader.read()) == "a3 a4 a5 a6");
    CHECK(text(reader.read(3)) == "a3 a4 a5");
    CHECK(reader.commit());
    CHECK(text(mt::consumer<counters>(f.db, "all").read()) == "a6");
}

TEST_CASE("a shard that splits is continued by both of its children, and each item stays in order") {
    fixture f;
    auto const b = f.different(); // empty: there is one shard
    REQUIRE(b.empty());
    f.count("abcdef");
    f.backend->close(0, true);
    f.count("abcdefabcdef");
    mt::consumer<counters> reader(f.db, "all");
    std::map<std::string, int> seen;
    for (auto read = reader.read(4); !read.empty(); read = reader.read(4)) {
        for (auto const& each : read) {
            auto const now = each.as<counter>()->after().value();
            CHECK(now.n == ++seen[now.id]);
        }
        REQUIRE(reader.commit());
    }
    CHECK(seen == f.counts);
}

TEST_CASE("shards that are open at the same time are read in turns, also when one of them is never empty") {
    fixture f(true);
    auto const b = f.different();
    mt::consumer<counters> reader(f.db, "all");
    f.count(std::string(100, 'a'));
    f.count(b);
    int batches = 0;
    for (bool found = false; !found; ++batches) {
        REQUIRE(batches < 3);
        auto const read = reader.read(1);
        REQUIRE(read.size() == 1);
        found = read[0].as<counter>()->after()->id == b;
        REQUIRE(reader.commit());
        f.count("a");
    }
    f.count(std::string(5, b[0]));
    auto const read = reader.read(10);
    CHECK(read.size() == 10);
    CHECK(text(read).find(b) != std::string::npos);
    CHECK(text(read).find("a") != std::string::npos);
}

TEST_CASE("a commit in the middle of a batch of several shards is exact") {
    for (std::size_t n = 0; n != 10; ++n) {
        fixture f(true);
        auto const b = f.different();
        f.count("aa" + b + b);
        f.backend->close(f.shard_of("a"), false);
        f.count("aaa" + b + b + b);
        mt::consumer<counters> reader(f.db, "all");
        auto const all = reader.read();
        REQUIRE(all.size() == 10);
        REQUIRE(reader.commit(all[n]));
        std::map<std::string, int> seen;
        for (std::size_t i = 0; i <= n; ++i) ++seen[all[i].as<counter>()->after()->id];
        mt::consumer<counters> next(f.db, "all");
        for (auto const& each : next.read()) {
            auto const now = each.as<counter>()->after().value();
            CHECK(now.n == ++seen[now.id]);
        }
        CHECK(seen == f.counts);
        CHECK(reader.commit(all[0])); // done already
        CHECK(mt::consumer<counters>(f.db, "all").read().size() == 9 - n);
    }
}

TEST_CASE("children that are listed late are waited for") {
    fixture f;
    mt::consumer<counters> reader(f.db, "all");
    f.count("aa");
    f.backend->close(0, true, false);
    f.count("ab");
    CHECK(text(reader.read()) == "a1 a2");
    REQUIRE(reader.commit());
    CHECK(reader.read().empty());
    f.backend->list_all();
    CHECK(mt::consumer<counters>(f.db, "all").read().size() == 2);
    CHECK(reader.read().size() == 2);
}

TEST_CASE("positions that expire are requested again, and nothing is read twice") {
    fixture f(true);
    auto const b = f.different();
    mt::consumer<counters> reader(f.db, "all");
    std::string seen;
    for (int i = 0; i != 5; ++i) {
        f.count("a");
        f.backend->expire();
        seen += text(reader.read()) + " ";
        REQUIRE(reader.commit());
        f.backend->expire();
    }
    CHECK(seen == "a1 a2 a3 a4 a5 ");
    f.count(b); // the other shard had no record when its position was kept
    f.backend->expire();
    CHECK(text(mt::consumer<counters>(f.db, "all").read()) == b + "1");
}

TEST_CASE(
    "a consumer that starts with the latest record is exact while its position is good, and loses nothing after that") {
    fixture f;
    f.count("aa", 1);
    auto const now = std::int64_t(1) << 50; // later than any clock
    { mt::consumer<counters> reader(f.db, "new", {.start = mt::latest}); }
    f.count("a", now);
    f.backend->expire();
    mt::consumer<counters> reader(f.db, "new");
    CHECK(text(reader.read()) == "a3"); // by its time
    REQUIRE(reader.commit());
    f.count("a", now);
    CHECK(text(reader.read()) == "a4");
}

TEST_CASE("pages without records are not the end") {
    fixture f;
    f.backend->empty_pages = true;
    f.backend->page = 2;
    mt::consumer<counters> reader(f.db, "all");
    f.count("aaaaaaa");
    std::string seen;
    for (int i = 0; i != 20; ++i) {
        auto const read = reader.read(3);
        if (!read.empty()) seen += text(read) + " ";
        REQUIRE(reader.commit());
    }
    CHECK(seen == "a1 a2 a3 a4 a5 a6 a7 ");
}

TEST_CASE("records that are trimmed are told of, whatever shard they were in") {
    fixture f(true);
    auto const b = f.different();
    mt::consumer<counters> reader(f.db, "all");
    f.count("aaa" + b + b);
    REQUIRE(reader.read(2).size() == 2); // one of each
    REQUIRE(reader.commit());
    f.shard(f.shard_of("a")).trimmed = 2;
    auto const read_on = [&] { // it is told at the latest when that shard is the first
        for (int i = 0; i != 3; ++i) {
            (void)reader.read();
            (void)reader.commit();
        }
    };
    CHECK_THROWS_MATCHES(read_on(), mt::store_error,
                         says("attempted to read past the oldest stream record in a shard"));
    mt::consumer<counters> again(f.db, "all", {.trimmed = mt::when_trimmed::restart});
    auto const read = again.read();
    REQUIRE_FALSE(read.empty());
    CHECK(read[0].after_gap());
    CHECK(text(read).find("a3") != std::string::npos);
}

TEST_CASE("a shard that is gone is missed only by a consumer that had not read to its end") {
    fixture f;
    mt::consumer<counters> done(f.db, "done"), behind(f.db, "behind"), fresh(f.db, "fresh");
    f.count("aa");
    f.backend->close(0, true);
    REQUIRE(done.read().size() == 2);
    REQUIRE(done.commit());
    REQUIRE(behind.read(1).size() == 1);
    REQUIRE(behind.commit());
    f.count("abc");
    f.shard(0).trimmed = 2;
    f.shard(0).gone = true;
    CHECK(done.read().size() == 3);
    CHECK(mt::consumer<counters>(f.db, "done").read().size() == 3);
    CHECK(fresh.read().size() == 3);
    CHECK_THROWS_AS(behind.read(), mt::store_error);
    mt::consumer<counters> again(f.db, "behind", {.trimmed = mt::when_trimmed::restart});
    auto const read = again.read();
    REQUIRE(read.size() == 3);
    CHECK(read[0].after_gap());
    REQUIRE(again.commit());
    CHECK(again.read().empty());
    CHECK_FALSE(behind.seek(mt::oldest)); // another instance has committed
    REQUIRE(behind.seek(mt::oldest));
    CHECK(behind.read().size() == 3);
}

TEST_CASE("a child whose beginning is trimmed is noticed by a consumer that comes from its parent") {
    fixture f;
    mt::consumer<counters> reader(f.db, "all");
    f.count("a");
    f.backend->close(0, false);
    REQUIRE(reader.read().size() == 1);
    REQUIRE(reader.commit());
    f.count("aa");
    f.shard(1).trimmed = 1;
    CHECK_THROWS_AS(reader.read(), mt::store_error);
}

TEST_CASE("generations of shards that are gone between two reads are noticed") {
    fixture f;
    mt::consumer<counters> reader(f.db, "all");
    f.count("a");
    REQUIRE(reader.read().size() == 1);
    f.backend->close(0, false);
    REQUIRE(reader.read().size() == 1);
    REQUIRE(reader.commit()); // of the shard's end
    f.count("a");
    f.backend->close(1, false);
    f.count("a");
    for (std::size_t i : {0u, 1u}) f.shard(i).gone = true;
    CHECK_THROWS_AS(reader.read(), mt::store_error);
    mt::consumer<counters> again(f.db, "all", {.trimmed = mt::when_trimmed::restart});
    auto const read = again.read();
    CHECK(text(read) == "a3");
    CHECK(read.at(0).after_gap());
}

TEST_CASE("a consumer that seeks the position of a change repeats no more of other shards than that time") {
    fixture f(true);
    auto const b = f.different();
    for (int i = 1; i <= 4; ++i) f.count("a" + b, 100 * i);
    mt::consumer<counters> reader(f.db, "all");
    changes const all = reader.read();
    REQUIRE(all.size() == 8);
    REQUIRE(reader.commit());
    for (auto const& each : all) {
        auto const now = each.as<counter>()->after().value();
        REQUIRE(reader.seek(each.position()));
        std::map<std::string, int> seen{{"a", now.n - 1}, {b, now.n - 1}};
        for (auto const& read : reader.read()) {
            auto const found = read.as<counter>()->after().value();
            CHECK(found.n == ++seen[found.id]);
        }
        CHECK(seen == f.counts);
    }
    REQUIRE(reader.seek(mt::timestamp(std::chrono::milliseconds(300))));
    CHECK(reader.read().size() == 4);
    REQUIRE(reader.commit());
    CHECK(reader.read().empty());
}

TEST_CASE("a stream follows another one when all of its shards are read") {
    fixture f(true);
    auto const b = f.different();
    mt::consumer<counters> reader(f.db, "all");
    f.count("aa" + b);
    f.backend->end();
    f.backend->begin(true);
    f.count("a" + b + b);
    std::map<std::string, int> seen;
    for (auto read = reader.read(2); !read.empty(); read = reader.read(2)) {
        for (auto const& each : read) {
            auto const now = each.as<counter>()->after().value();
            CHECK(now.n == ++seen[now.id]);
        }
        REQUIRE(reader.commit());
    }
    CHECK(seen == f.counts);
    f.backend->feed.erase(f.backend->feed.begin());
    CHECK(mt::consumer<counters>(f.db, "all").read().empty());
}

TEST_CASE("a checkpoint keeps the shards that are read, and not those before them") {
    fixture f;
    mt::consumer<counters> reader(f.db, "all");
    for (int i = 0; i != 50; ++i) {
        f.count("abc");
        f.backend->close(f.shard_of("a"), false);
    }
    while (reader.run_once([](auto const&) {}, 10) != 0) {}
    auto const kept =
        f.backend->get({.table = "monotable-consumers", .key = mt::item{{"table", "counters"}, {"consumer", "all"}}});
    CHECK(kept.value().find("shards")->as_list().size() == 1);
}

TEST_CASE("reading on takes one call for each open shard and one for the checkpoint") {
    fixture f(true);
    mt::consumer<counters> reader(f.db, "all");
    auto const nothing = [](auto const&) {};
    f.count("abcdef");
    while (reader.run_once(nothing) != 0) {}
    f.count("abcdef");
    f.backend->calls.clear();
    CHECK(reader.run_once(nothing) == 6);
    using enum mt::operation_kind;
    CHECK(f.backend->calls[read_stream] <= 4); // of each shard what there is, and that there is no more
    CHECK(f.backend->calls[seek_stream] == 0);
    CHECK(f.backend->calls[shards] == 0);
    CHECK(f.backend->calls[streams] == 0);
}
