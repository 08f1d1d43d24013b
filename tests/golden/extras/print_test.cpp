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
    using indexes = mt::indexes<mt::index<"ByName", "USER#{name}", "ORG#{organization}">>;
    using attributes = mt::attributes<mt::key_only<"organization">, mt::key_only<"name">>;
};

namespace {

struct directory : mt::table<"directory", mt::gsi<"ByName", mt::keys_only>, mt::entities<Organization, User>> {};
struct numbers : mt::table<"numbers", mt::partition_key<"n:N">, mt::entities<>> {};

mt::store<directory> filled() {
    mt::store<directory> db;
    db.put(Organization{"microsoft", "enterprise"}).or_throw();
    db.put(User{"microsoft", "satya", {}, Address{"1 Way"}}).or_throw();
    db.put(User{"microsoft", "bill", "Gr\u00fcnder", {}}).or_throw();
    db.put(Organization{"amazon", "pro"}).or_throw();
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
    for (int const n : {10, 9, -1}) store->put({.table = "numbers", .item = mt::item{{"n", n}}});
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
    store->put({.table = "many", .item = mt::item{{"a", "1"}, {"b", "b"}, {"c", "c1"}, {"d", "d2"}, {"x", " x"}}});
    store->put(
        {.table = "many", .item = mt::item{{"a", "2"}, {"b", "b"}, {"c", "c1"}, {"d", "d1"}, {"x", ""}, {"y", "\n"}}});
    store->put(
        {.table = "many",
         .item = mt::item{{"a", "3"}, {"b", "b"}, {"c", "c2"}, {"d", "d"}, {"x", std::string(98, 'x')}, {"y", true}}});
    store->put({.table = "many", .item = mt::item{{"a", "4"}, {"b", "not in the index"}}});
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

TEST_CASE("columns of a terminal, not code points") {
    mt::memory store;
    store->create_table({.name = "words", .partition = {"word"}});
    auto const put = [&](char const* word, char const* in) {
        store->put({.table = "words", .item = mt::item{{"word", word}, {"in", in}, {"n", 1}}});
    };
    put("cafe\u0301", "fran\u00e7ais");                   // a combining accent takes no column
    put("\u65e5\u672c\u8a9e", "Japanese");                // two columns each
    put("\u1112\u1161\u11ab\uae00", "Korean");            // the first syllable from its parts
    put("\uff8a\uff9d\uff76\uff78", "halfwidth");         // kana of one column
    put("\uff21\uff22", "fullwidth");                     // letters of two
    put("\U0001f468\u200d\U0001f469!", "emoji");          // two columns each, none for the joiner
    put("\u0928\u092e\u0938\u094d\u0924\u0947", "Hindi"); // with two marks
    CHECK(printed([&](std::ostream& out) { mt::print_table(out, *store, "words"); }) == R"(
Table words
+---------------------+--------------
| Partition key: word | Attributes
+---------------------+--------------
| café                | in        n
|                     | français  1
+---------------------+--------------
| नमस्ते                | in     n
|                     | Hindi  1
+---------------------+--------------
| 한글                | in      n
|                     | Korean  1
+---------------------+--------------
| 日本語              | in        n
|                     | Japanese  1
+---------------------+--------------
| ＡＢ                | in         n
|                     | fullwidth  1
+---------------------+--------------
| ﾊﾝｶｸ                | in         n
|                     | halfwidth  1
+---------------------+--------------
| 👨‍👩!               | in     n
|                     | emoji  1
+---------------------+--------------
)");
}

TEST_CASE("what commands a terminal or reorders text is not printed") {
    mt::memory store;
    store->create_table({.name = "hostile", .partition = {"id\u009b"}});
    char const* const csi = "\u009b2J"; // clears the screen of terminals that read C1
    store->put({.table = "hostile",
                .item = mt::item{{"id\u009b", "1"},
                                 {"a", "\x1b[2J"},
                                 {"b", csi},
                                 {"c", "x\x7f"},
                                 {"d", "\u2028\u2029"},
                                 {"e", "\u202auser\u202e \u2066admin\u2069"},
                                 {"f\ng", mt::value::list({csi})},
                                 {"h\u0085", mt::value::map(mt::item{{csi, true}})},
                                 {"i", "\u00ff\u2027"}}});
    CHECK(printed([&](std::ostream& out) { mt::print_table(out, *store, "hostile"); }) == R"(
Table hostile
+---------------------------+------------------------------------------------------------------------------------------
| Partition key: "id\u009b" | Attributes
+---------------------------+------------------------------------------------------------------------------------------
| 1                         | a            b           c          d               e
|                           | "\u001b[2J"  "\u009b2J"  "x\u007f"  "\u2028\u2029"  "\u202auser\u202e \u2066admin\u2069"
|                           | "f\ng"        "h\u0085"           i
|                           | ["\u009b2J"]  {"\u009b2J": true}  ÿ‧
+---------------------------+------------------------------------------------------------------------------------------
)");
}
