// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/description_rules.hpp>
#include <monotable/local/memory.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

namespace mt = monotable;
using namespace store_support;

namespace {

mt::table_description with_indexes(std::size_t local, std::size_t global) {
    auto table = simple_table();
    for (std::size_t i = 0; i < local; ++i)
        table.indexes.push_back(
            {.name = "local" + std::to_string(i), .local = true, .partition = {S("p")}, .sort = {S("l")}});
    for (std::size_t i = 0; i < global; ++i)
        table.indexes.push_back({.name = "global" + std::to_string(i), .partition = {S("g")}});
    return table;
}

auto refused(std::string const& rule) { return says(rule); }

} // namespace

TEST_CASE("semantics 3: names of tables and indexes are 3 to 255 of [a-zA-Z0-9_.-]") {
    auto table = simple_table();
    table.name = "a.B_9-z";
    CHECK_NOTHROW(mt::check(table));
    table.name = "no spaces";
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error,
                         refused("Value 'no spaces' at 'tableName' failed to satisfy constraint: Member must satisfy "
                                 "regular expression pattern: [a-zA-Z0-9_.-]+"));
    for (auto const& bad : {std::string("ab"), std::string()}) {
        table.name = bad;
        CHECK_THROWS_MATCHES(mt::check(table), mt::store_error,
                             refused("Member must have length greater than or equal to 3"));
    }
    table.name = std::string(256, 'a');
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error,
                         refused("Member must have length less than or equal to 255"));
    table.name = std::string(255, 'a');
    CHECK_NOTHROW(mt::check(table));
    table = with_indexes(0, 1);
    table.indexes[0].name = "ab";
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error, refused("'indexName'"));
}

TEST_CASE("semantics 3: at most 5 local and 20 global indexes") {
    CHECK_NOTHROW(mt::check(with_indexes(5, 20)));
    CHECK_THROWS_MATCHES(mt::check(with_indexes(6, 0)), mt::store_error,
                         refused("Number of LocalSecondaryIndexes exceeds per-table limit of 5"));
    CHECK_THROWS_MATCHES(mt::check(with_indexes(0, 21)), mt::store_error,
                         refused("GlobalSecondaryIndex count exceeds the per-table limit of 20"));
}

TEST_CASE("semantics 3 and 9: indexes have different names, and at most four attributes on each side") {
    auto table = with_indexes(1, 1);
    table.indexes[1].name = table.indexes[0].name;
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error, refused("Duplicate index name: local0"));
    table = with_indexes(0, 1);
    table.indexes[0].partition = {S("a"), N("b"), B("d"), S("e")};
    table.indexes[0].sort = {S("f"), N("g"), B("h"), S("i")};
    CHECK_NOTHROW(mt::check(table));
    table.indexes[0].sort.push_back(S("j"));
    CHECK_THROWS_AS(mt::check(table), mt::store_error);
    table.indexes[0].sort = {};
    table.indexes[0].partition.push_back(S("j"));
    CHECK_THROWS_AS(mt::check(table), mt::store_error);
    table.indexes[0].partition = {};
    CHECK_THROWS_AS(mt::check(table), mt::store_error);
    table.indexes[0].partition = {S("a"), S("a")};
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error, refused("\"a\" comes twice"));
}

TEST_CASE("semantics 3: a local index has the table's partition key and a sort key of its own") {
    auto table = with_indexes(1, 0);
    table.sort.reset();
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error,
                         refused("Table KeySchema does not have a range key, which is required when specifying a "
                                 "LocalSecondaryIndex"));
    table = with_indexes(1, 0);
    table.indexes[0].partition = {S("other")};
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error,
                         refused("Index KeySchema does not have the same leading hash key as table KeySchema for "
                                 "index: local0. index hash key: other, table hash key: p"));
    table = with_indexes(1, 0);
    table.indexes[0].sort = {};
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error,
                         refused("Index KeySchema does not have a range key for index: local0"));
}

TEST_CASE("semantics 3: key attributes have one key type and a name of 1 to 255 bytes") {
    auto table = simple_table();
    table.sort = table.partition;
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error, refused("same name"));
    table = simple_table();
    table.partition.type = mt::value_type::boolean;
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error, refused("must be of type S, N or B, not BOOL"));
    table = simple_table();
    table.indexes = {{.name = "gsi", .partition = {N("c")}}};
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error, refused("\"c\" has two types: S and N"));
    table = simple_table();
    table.partition.name = std::string(256, 'n');
    CHECK_THROWS_AS(mt::check(table), mt::store_error);
    table.partition.name = "";
    CHECK_THROWS_AS(mt::check(table), mt::store_error);
}

TEST_CASE("semantics 3: included attributes go with the projection INCLUDE, 100 in a table") {
    auto table = with_indexes(0, 2);
    table.indexes[0].projection = mt::projection_type::include;
    CHECK_THROWS_AS(mt::check(table), mt::store_error);
    table.indexes[0].included = {"a", "a"};
    CHECK_THROWS_AS(mt::check(table), mt::store_error);
    table.indexes[0].included = {"a"};
    CHECK_NOTHROW(mt::check(table));
    table.indexes[1].included = {"a"};
    CHECK_THROWS_AS(mt::check(table), mt::store_error);
    for (auto& index : table.indexes) {
        index.projection = mt::projection_type::include;
        index.included.clear();
        for (int i = 0; i < 50; ++i) index.included.push_back("a" + std::to_string(i));
    }
    CHECK_NOTHROW(mt::check(table));
    table.indexes[1].included.push_back("x");
    CHECK_THROWS_MATCHES(mt::check(table), mt::store_error, refused("limit of 100"));
}

TEST_CASE("creating a table again is fine if it is the same") {
    mt::memory store;
    auto table = with_indexes(1, 1);
    store->create_table(table);
    store->create_table(table);
    CHECK(store->describe("table") == table);
    table.sort->type = mt::value_type::number;
    try {
        store->create_table(table);
        FAIL("created");
    } catch (mt::store_error const& error) {
        CHECK(error.fault() == mt::store_fault::table_exists);
    }
    CHECK(store->describe("table").sort->type == mt::value_type::string);
}

TEST_CASE("semantics 3: a table that is not there is named") {
    mt::memory store;
    try {
        store->describe("nowhere");
        FAIL("found");
    } catch (mt::store_error const& error) {
        CHECK(error.fault() == mt::store_fault::no_such_table);
        CHECK(std::string(error.what()) == "Requested resource not found: Table: nowhere not found");
    }
    mt::item const key{{"p", "a"}, {"c", "b"}};
    auto const missing = says("table nowhere: Requested resource not found");
    CHECK_THROWS_MATCHES(store->put({.table = "nowhere", .item = key}), mt::store_error, missing);
    CHECK_THROWS_MATCHES(store->get({.table = "nowhere", .key = key}), mt::store_error, missing);
    CHECK_THROWS_MATCHES(store->erase({.table = "nowhere", .item = key}), mt::store_error, missing);
    CHECK_THROWS_MATCHES(store->query({.table = "nowhere", .partition = {"a"}}), mt::store_error, missing);
    CHECK_THROWS_MATCHES(store->scan({.table = "nowhere"}), mt::store_error, missing);
}

TEST_CASE("copies of a memory are one store, new ones are their own") {
    mt::memory a;
    auto const b = a;
    mt::memory other;
    a->create_table(simple_table());
    CHECK_NOTHROW(b->describe("table"));
    CHECK_THROWS_AS(other->describe("table"), mt::store_error);
    std::shared_ptr<mt::backend> const shared = mt::memory(b);
    CHECK_NOTHROW(shared->describe("table"));
}
