// SPDX-License-Identifier: BSL-1.0
#include <operation_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;
using namespace operation_support;
using mt::write_kind;

namespace {

// With key a/b, of that many bytes as DynamoDB counts, in the attribute v.
mt::item sized(std::size_t bytes) { return {{"p", "a"}, {"c", "b"}, {"v", std::string(bytes - 5, 'x')}}; }

std::string of_write(database& db, mt::write_request request) {
    mt::capacity_meter meter;
    request.capacity = &meter;
    db.store->write(request);
    return consumed(meter);
}

std::string of_put(database& db, mt::item const& item) { return of_write(db, {.table = "table", .item = item}); }
std::string of_erase(database& db) {
    auto const k = key("a", "b");
    return of_write(db, {.table = "table", .item = k, .kind = write_kind::erase});
}
std::string of_update(database& db, std::string_view text, values const& v = {}) {
    return of_write(db, db.to_update(key("a", "b"), text, v));
}

} // namespace

TEST_CASE("semantics 11: getting an item costs a unit per begun 4 KB, half of it if it need not be consistent") {
    database db;
    auto const k = key("a", "b");
    auto const get = [&](bool consistent) {
        mt::capacity_meter meter;
        db.store->get({.table = "table",
                       .key = k,
                       .consistent = consistent,
                       .projection = db.projection("c"),
                       .capacity = &meter});
        return consumed(meter);
    };
    CHECK(get(true) == "read 1");
    CHECK(get(false) == "read 0.5");
    db.put(sized(4096));
    CHECK(get(true) == "read 1");
    db.put(sized(4097));
    CHECK(get(true) == "read 2");
    CHECK(get(false) == "read 1");
    db.put(sized(8193));
    CHECK(get(false) == "read 1.5");
}

TEST_CASE("semantics 11: a write costs a unit per begun KB of the larger image") {
    database db;
    CHECK(of_put(db, sized(1024)) == "write 1");
    CHECK(of_put(db, sized(1025)) == "write 2");
    CHECK(of_put(db, sized(10)) == "write 2");
    CHECK(of_put(db, sized(5000)) == "write 5");
    CHECK(of_update(db, "SET v = :v", {{":v", "x"}}) == "write 5");
    CHECK(of_update(db, "SET v = :v", {{":v", "x"}}) == "write 1");
    CHECK(of_update(db, "SET v = :v", {{":v", std::string(2043, 'x')}}) == "write 2");
    CHECK(of_erase(db) == "write 2");
    CHECK(of_erase(db) == "write 1");
    CHECK(of_update(db, "REMOVE v") == "write 1");
}

TEST_CASE("semantics 11: a failed condition costs what is there") {
    database db;
    auto const k = key("a", "b");
    auto const fail = [&](write_kind kind) {
        return of_write(db,
                        {.table = "table", .item = k, .kind = kind, .condition = db.condition("v = :v", {{":v", 1}})});
    };
    CHECK(fail(write_kind::put) == "write 1");
    db.put(sized(2000));
    CHECK(fail(write_kind::put) == "write 2");
    CHECK(fail(write_kind::update) == "write 2");
    CHECK(fail(write_kind::erase) == "write 2");
}

TEST_CASE("semantics 11: queries and scans add up sizes and round once") {
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}, .projection = mt::projection_type::keys_only}};
    database db(table);
    for (int i = 0; i < 10; ++i)
        db.put({{"p", "a"}, {"c", std::to_string(i)}, {"g", "g"}, {"v", std::string(1000, 'x')}});
    auto const query = [&](mt::query_request request) {
        mt::capacity_meter meter;
        request.table = "table";
        request.capacity = &meter;
        db.store->query(request);
        return consumed(meter);
    };
    CHECK(query({.partition = {"a"}}) == "read 1.5"); // 10 times 1007 bytes
    CHECK(query({.partition = {"a"}, .consistent = true}) == "read 3");
    CHECK(query({.partition = {"a"}, .consistent = true, .limit = 1}) == "read 1");
    CHECK(query({.partition = {"a"}, .consistent = true, .filter = db.condition("v = :v", {{":v", 1}})}) == "read 3");
    CHECK(query({.partition = {"a"}, .consistent = true, .select = mt::selection::count}) == "read 3");
    CHECK(query({.partition = {"none"}}) == "read 0.5");
    CHECK(query({.index = "global", .partition = {"g"}}) == "global: read 0.5");
    mt::capacity_meter meter;
    db.store->scan({.table = "table", .capacity = &meter});
    db.store->scan({.table = "table", .index = "global", .capacity = &meter});
    CHECK(consumed(meter) == "read 1.5 global: read 0.5");
}

TEST_CASE("semantics 11: what a local index fetches from the table costs a read of each item") {
    auto table = simple_table();
    table.indexes = {{.name = "local",
                      .local = true,
                      .partition = {S("p")},
                      .sort = {N("n")},
                      .projection = mt::projection_type::keys_only}};
    database db(table);
    for (int i = 0; i < 3; ++i) db.put({{"p", "a"}, {"c", std::to_string(i)}, {"n", i}, {"v", std::string(5000, 'x')}});
    auto const query = [&](mt::selection select, mt::expression_view projection = {}) {
        mt::capacity_meter meter;
        db.store->query({.table = "table",
                         .index = "local",
                         .partition = {"a"},
                         .consistent = true,
                         .select = select,
                         .projection = projection,
                         .capacity = &meter});
        return consumed(meter);
    };
    CHECK(query(mt::selection::projected) == "local: read 1");
    CHECK(query(mt::selection::all) == "read 6 local: read 1");
    CHECK(query(mt::selection::projected, db.projection("n")) == "local: read 1");
    CHECK(query(mt::selection::projected, db.projection("v")) == "read 6 local: read 1");
}

TEST_CASE("semantics 11: index entries cost what happens to them, by what they hold") {
    auto table = simple_table();
    table.indexes = {
        {.name = "keys", .partition = {S("g")}, .projection = mt::projection_type::keys_only},
        {.name = "some", .partition = {S("g")}, .projection = mt::projection_type::include, .included = {"x"}}};
    database db(table);
    std::string const kb2(2000, 'x');
    CHECK(of_put(db, {{"p", "a"}, {"c", "b"}}) == "write 1");
    CHECK(of_put(db, {{"p", "a"}, {"c", "b"}, {"g", "1"}, {"x", 1}, {"y", kb2}}) ==
          "write 2 keys: write 1 some: write 1");
    CHECK(of_update(db, "SET y = :v", {{":v", 1}}) == "write 2");
    CHECK(of_update(db, "SET x = :v", {{":v", kb2}}) == "write 2 some: write 2");
    CHECK(of_update(db, "SET x = :v", {{":v", 2}}) == "write 2 some: write 2");
    CHECK(of_update(db, "SET g = :v", {{":v", "2"}}) == "write 1 keys: write 2 some: write 2");
    CHECK(of_update(db, "SET g = :v", {{":v", "2"}}) == "write 1");
    CHECK(of_update(db, "REMOVE g") == "write 1 keys: write 1 some: write 1");
    CHECK(of_erase(db) == "write 1");
}

TEST_CASE("semantics 11: batches round for each item") {
    database db;
    db.put({{"p", "a"}, {"c", "1"}, {"v", std::string(100, 'x')}});
    db.put({{"p", "a"}, {"c", "2"}, {"v", std::string(5000, 'x')}});
    auto const first = key("a", "1"), second = key("a", "2"), third = key("a", "3");
    mt::capacity_meter meter;
    std::vector<mt::get_request> gets;
    for (auto const* each : {&first, &second, &third})
        gets.push_back({.table = "table", .key = *each, .capacity = &meter});
    db.store->batch_get(gets);
    CHECK(consumed(meter) == "read 2"); // 0.5 + 1 + 0.5
    mt::capacity_meter writes;
    auto batch =
        std::vector{db.to_put({{"p", "a"}, {"c", "1"}}), db.to_erase(key("a", "2")), db.to_erase(key("a", "3"))};
    for (auto& each : batch) each.capacity = &writes;
    db.store->batch_write(batch);
    CHECK(consumed(writes) == "write 7"); // 1 + 5 + 1
}

TEST_CASE("semantics 11: transactions cost double, their index entries do not") {
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}}};
    database db(table);
    mt::capacity_meter meter;
    auto actions = std::vector{db.to_put({{"p", "a"}, {"c", "1"}, {"g", "g"}}),
                               db.to_update(key("a", "2"), "SET x = :v", {{":v", 1}}),
                               db.to_check(key("a", "3"), "attribute_not_exists(p)")};
    for (auto& each : actions) each.capacity = &meter;
    db.store->transact_write(actions, "token");
    CHECK(consumed(meter) == "write 6 global: write 1");
    mt::capacity_meter again;
    for (auto& each : actions) each.capacity = &again;
    CHECK(db.store->transact_write(actions, "token").done);
    CHECK(consumed(again) == "read 6"); // of a repetition: the items are read
    mt::capacity_meter reads;
    auto const k = key("a", "1"), missing = key("a", "9");
    std::vector<mt::get_request> const gets = {{.table = "table", .key = k, .capacity = &reads},
                                               {.table = "table", .key = missing, .capacity = &reads}};
    db.store->transact_get(gets);
    CHECK(consumed(reads) == "read 4");
}

TEST_CASE("a meter adds up requests to several tables") {
    database db;
    db.store->create_table({.name = "other", .partition = S("p")});
    mt::capacity_meter meter;
    mt::item const item{{"p", "a"}, {"c", "b"}};
    for (auto const* table : {"table", "other", "table"})
        db.store->put({.table = table, .item = item, .capacity = &meter});
    CHECK(consumed(meter) == "write 2 other: write 1");
    CHECK(meter.tables().at(0).total().total() == 2);
}
