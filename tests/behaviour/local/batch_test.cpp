// SPDX-License-Identifier: BSL-1.0
#include <operation_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace operation_support;

namespace {

std::string const duplicates = "Provided list of item keys contains duplicates";

} // namespace

TEST_CASE("semantics 10: a batch of reads answers in the order of its requests") {
    database db;
    for (auto const* c : {"1", "2", "3"}) db.put({{"p", "a"}, {"c", c}, {"x", c}});
    auto const k1 = key("a", "1"), k2 = key("a", "2"), none = key("a", "4");
    std::vector<mt::get_request> const requests = {{.table = "table", .key = k2},
                                                   {.table = "table", .key = none},
                                                   {.table = "table", .key = k1, .projection = db.projection("x")},
                                                   {.table = "table", .key = k2}};
    auto const result = db.store->batch_get(requests);
    CHECK(result.unprocessed.empty());
    REQUIRE(result.items.size() == 4);
    CHECK(show(result.items[0]) == R"({"c": "2", "p": "a", "x": "2"})");
    CHECK(show(result.items[1]) == "nothing");
    CHECK(show(result.items[2]) == R"({"x": "1"})");
    CHECK(result.items[3] == result.items[0]);
}

TEST_CASE("semantics 10: an answer holds 16 MB, the rest is to be asked for again") {
    database db;
    std::vector<mt::item> keys;
    for (int i = 0; i < 60; ++i) {
        keys.push_back(key("a", std::to_string(i).c_str()));
        db.put({{"p", "a"}, {"c", std::to_string(i)}, {"v", std::string(400'000, 'x')}});
    }
    std::vector<mt::get_request> requests;
    for (auto const& each : keys) requests.push_back({.table = "table", .key = each});
    auto const result = db.store->batch_get(requests);
    REQUIRE(result.unprocessed.size() == 60 - 41); // 41 * 400,006 < 16 * 1,048,576
    CHECK(result.unprocessed.front() == 41);
    CHECK(result.unprocessed.back() == 59);
    CHECK(result.items[40]);
    CHECK_FALSE(result.items[41]);
}

TEST_CASE("semantics 10: a batch has 100 reads or 25 writes") {
    database db;
    std::vector<mt::item> items;
    for (int i = 0; i < 101; ++i) items.push_back(key("a", std::to_string(i).c_str()));
    std::vector<mt::get_request> gets;
    std::vector<mt::write_request> puts;
    for (auto const& each : items) {
        gets.push_back({.table = "table", .key = each});
        puts.push_back({.table = "table", .item = each});
    }
    CHECK(refusal([&] { db.store->batch_get(gets); }) == "Too many items requested for the BatchGetItem call");
    CHECK(db.store->batch_get({gets.data(), 100}).items.size() == 100);
    CHECK(refusal([&] { db.store->batch_write({puts.data(), 26}); }) ==
          "Member must have length less than or equal to 25");
    CHECK(db.store->scan({.table = "table"}).count == 0);
    CHECK(db.store->batch_write({puts.data(), 25}).empty());
    CHECK(db.store->scan({.table = "table"}).count == 25);
}

TEST_CASE("semantics 10: a batch of writes puts and erases in several tables") {
    database db;
    db.store->create_table({.name = "other", .partition = S("p")});
    db.put({{"p", "a"}, {"c", "1"}});
    auto other = db.to_put({{"p", "a"}});
    other.table = "other";
    auto const left = db.store->batch_write(std::vector{db.to_put({{"p", "a"}, {"c", "2"}, {"x", 1}}), other,
                                                        db.to_erase(key("a", "1")), db.to_erase(key("a", "9"))});
    CHECK(left.empty());
    CHECK(all(db.store->scan({.table = "table"}).items, "c") == "2");
    CHECK(db.store->scan({.table = "other"}).count == 1);
}

TEST_CASE("semantics 10: one invalid entry rejects the whole batch") {
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}}};
    database db(table);
    auto const good = db.to_put({{"p", "a"}, {"c", "1"}});
    auto const refused = [&](mt::write_request const& bad) {
        auto const text = refusal([&] { db.store->batch_write(std::vector{good, bad}); });
        CHECK(db.store->scan({.table = "table"}).count == 0);
        return text;
    };
    std::string const misfit = "The provided key element does not match the schema";
    CHECK(refused(db.to_put({{"p", "a"}})) == misfit);
    CHECK(refused(db.to_put({{"p", 1}, {"c", "2"}})) == misfit);
    CHECK(refused(db.to_put({{"p", "a"}, {"c", "2"}, {"g", 1}})) ==
          "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S Actual: N "
          "IndexName: global");
    CHECK(refused(db.to_put({{"p", "a"}, {"c", "2"}, {"v", std::string(410'000, 'x')}})) ==
          "Item size has exceeded the maximum allowed size");
    CHECK(refused(db.to_erase({{"p", "a"}})) == "The provided key element does not match the schema");
    auto elsewhere = db.to_put({{"p", "a"}, {"c", "2"}});
    elsewhere.table = "none";
    CHECK(refused(elsewhere) == "Requested resource not found");
}

TEST_CASE("semantics 10: a batch writes an item once") {
    database db({.name = "table", .partition = N("p")});
    auto const put = [&](char const* number) { return db.to_put({{"p", mt::decimal(number)}}); };
    CHECK(refusal([&] { db.store->batch_write(std::vector{put("1"), put("2"), put("1")}); }) == duplicates);
    CHECK(refusal([&] { db.store->batch_write(std::vector{put("1000"), put("1e3")}); }) == duplicates);
    CHECK(refusal([&] { db.store->batch_write(std::vector{put("1"), db.to_erase({{"p", 1}})}); }) == duplicates);
    CHECK(db.store->scan({.table = "table"}).count == 0);
    db.store->create_table({.name = "other", .partition = N("p")});
    auto other = put("1");
    other.table = "other";
    CHECK(db.store->batch_write(std::vector{put("1"), other}).empty());
}
