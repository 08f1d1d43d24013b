// SPDX-License-Identifier: BSL-1.0
#include <monotable/extras/print.hpp>
#include <monotable/monotable.hpp>

#include <catch2/catch_test_macros.hpp>

#include <sstream>

namespace mt = monotable;

namespace {

struct Address {
    std::string street;
};
struct Organization {
    std::string name, plan;
};
struct User {
    std::string organization, name;
    std::optional<std::string> role;
    std::optional<Address> address;
};

} // namespace

template <>
struct mt::entity<Organization> {
    using key = mt::key<"ORG#{name}", "METADATA#{name}">;
};
template <>
struct mt::entity<User> {
    using key = mt::key<"ORG#{organization}", "USER#{name}">;
    using indexes = mt::indexes<mt::in<"ByName", "USER#{name}", "ORG#{organization}">>;
    using attributes = mt::attributes<mt::in_key<"organization">, mt::in_key<"name">>;
};

namespace {

struct directory : mt::table<"directory", mt::gsi<"ByName", mt::keys_only>, mt::entities<Organization, User>> {};
struct numbers : mt::table<"numbers", mt::partition_key<"n:N">, mt::entities<>> {};

mt::store<directory> filled() {
    mt::store<directory> db;
    db.put(Organization{"microsoft", "enterprise"});
    db.put(User{"microsoft", "satya", {}, Address{"1 Way"}});
    db.put(User{"microsoft", "bill", "Gr\u00fcnder", {}});
    db.put(Organization{"amazon", "pro"});
    return db;
}

std::string printed(auto const& print) {
    std::ostringstream out;
    print(out);
    return "\n" + out.str();
}

} // namespace

TEST_CASE("a table and its indexes as a picture") {
    CHECK(printed([](std::ostream& out) { mt::print(out, filled()); }) == R"(
Table directory
+-------------------+--------------------+------------------------------------------------
| Partition key: PK | Sort key: SK       | Attributes
+-------------------+--------------------+------------------------------------------------
| ORG#amazon        | METADATA#amazon    | name    plan
|                   |                    | amazon  pro
+-------------------+--------------------+------------------------------------------------
| ORG#microsoft     | METADATA#microsoft | name       plan
|                   |                    | microsoft  enterprise
|                   +--------------------+------------------------------------------------
|                   | USER#bill          | role     ByNamePK   ByNameSK
|                   |                    | Gründer  USER#bill  ORG#microsoft
|                   +--------------------+------------------------------------------------
|                   | USER#satya         | address              ByNamePK    ByNameSK
|                   |                    | {"street": "1 Way"}  USER#satya  ORG#microsoft
+-------------------+--------------------+------------------------------------------------

Index ByName of table directory, which holds keys only
+-------------------------+--------------------+---------------------------
| Partition key: ByNamePK | Sort key: ByNameSK | Attributes
+-------------------------+--------------------+---------------------------
| USER#bill               | ORG#microsoft      | PK             SK
|                         |                    | ORG#microsoft  USER#bill
+-------------------------+--------------------+---------------------------
| USER#satya              | ORG#microsoft      | PK             SK
|                         |                    | ORG#microsoft  USER#satya
+-------------------------+--------------------+---------------------------
)");
}

TEST_CASE("a table without sort key, an item without attributes, numbers in order") {
    mt::memory store;
    store->create_table({.name = "numbers", .partition = {"n", mt::value_type::number}});
    for (int const n : {10, 9, -1}) (void)store->put({.table = "numbers", .item = mt::item{{"n", n}}});
    CHECK(printed([&](std::ostream& out) { mt::print_table(out, *store, "numbers"); }) == R"(
Table numbers
+------------------+------------
| Partition key: n | Attributes
+------------------+------------
| -1               |
+------------------+------------
| 9                |
+------------------+------------
| 10               |
+------------------+------------
)");
}

TEST_CASE("an index of several attributes; strings that bare would mislead are quoted; long items are wrapped") {
    mt::memory store;
    mt::key_attribute const a{"a"}, b{"b"}, c{"c"}, d{"d"};
    store->create_table({.name = "many",
                         .partition = a,
                         .indexes = {{.name = "all",
                                      .partition = {b, c},
                                      .sort = {d},
                                      .projection = mt::projection_type::include,
                                      .included = {"x", "y", "z", "w"}}}});
    (void)store->put(
        {.table = "many", .item = mt::item{{"a", "1"}, {"b", "b"}, {"c", "c1"}, {"d", "d2"}, {"x", " x"}}});
    (void)store->put(
        {.table = "many", .item = mt::item{{"a", "2"}, {"b", "b"}, {"c", "c1"}, {"d", "d1"}, {"x", ""}, {"y", "\n"}}});
    (void)store->put(
        {.table = "many",
         .item = mt::item{{"a", "3"}, {"b", "b"}, {"c", "c2"}, {"d", "d"}, {"x", std::string(98, 'x')}, {"y", true}}});
    (void)store->put({.table = "many", .item = mt::item{{"a", "4"}, {"b", "not in the index"}}});
    CHECK(printed([&](std::ostream& out) { mt::print_index(out, *store, "many", "all"); }) == R"(
Index all of table many, which holds keys and x, y, z, w
+------------------+------------------+-------------+----------------------------------------------------------------------------------------------------
| Partition key: b | Partition key: c | Sort key: d | Attributes
+------------------+------------------+-------------+----------------------------------------------------------------------------------------------------
| b                | c1               | d1          | a  x   y
|                  |                  |             | 2  ""  "\n"
|                  |                  +-------------+----------------------------------------------------------------------------------------------------
|                  |                  | d2          | a  x
|                  |                  |             | 1  " x"
+------------------+------------------+-------------+----------------------------------------------------------------------------------------------------
| b                | c2               | d           | a
|                  |                  |             | 3
|                  |                  |             | x
|                  |                  |             | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
|                  |                  |             | y
|                  |                  |             | true
+------------------+------------------+-------------+----------------------------------------------------------------------------------------------------
)");
}
