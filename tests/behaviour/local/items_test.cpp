// SPDX-License-Identifier: BSL-1.0

#include <store_support.hpp>
#include <tested_store.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <string_view>

namespace mt = monotable;
using namespace store_support;
using namespace std::string_literals;

namespace {

tested_store with(mt::table_description const& table) {
    tested_store store;
    store->create_table(table);
    return store;
}

mt::item key(char const* p, char const* c) { return {{"p", p}, {"c", c}}; }

} // namespace

TEST_CASE("an item is read back as it was put") {
    auto const store = with(simple_table());
    mt::item const item{
        {"p", "a"},
        {"c", "b"},
        {"data", mt::value::list({1, nullptr, mt::value::map(mt::item{{"x", mt::value::binary("\xff"s)}}), true})},
        {"set", mt::value::number_set({3, 1, 2})}};
    CHECK(store->put({.table = "table", .item = item}).done);
    CHECK(store->get({.table = "table", .key = key("a", "b")}) == item);
    CHECK(store->get({.table = "table", .key = key("a", "b"), .consistent = true}) == item);
    CHECK_FALSE(store->get({.table = "table", .key = key("a", "c")}));
    CHECK_FALSE(store->get({.table = "table", .key = key("ab", "b")}));
}

TEST_CASE("a put replaces all of the item") {
    auto const store = with(simple_table());
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "b"}, {"x", 1}, {"y", 2}}});
    auto const result = store->put({.table = "table",
                                    .item = mt::item{{"p", "a"}, {"c", "b"}, {"x", 3}},
                                    .returns = mt::return_values::all_old,
                                    .return_failed = true});
    CHECK(result.done);
    CHECK(result.attributes == mt::item{{"p", "a"}, {"c", "b"}, {"x", 1}, {"y", 2}});
    CHECK(store->get({.table = "table", .key = key("a", "b")}) == mt::item{{"p", "a"}, {"c", "b"}, {"x", 3}});
}

TEST_CASE("a put with a condition fails as a value") {
    auto const store = with(simple_table());
    mt::item const first{{"p", "a"}, {"c", "b"}, {"n", 1}}, second{{"p", "a"}, {"c", "b"}, {"n", 2}};
    auto const put = [&](mt::item const& item, mt::precondition condition) {
        return store->put({.table = "table",
                           .item = item,
                           .expected = condition,
                           .returns = mt::return_values::all_old,
                           .return_failed = true});
    };
    CHECK_FALSE(put(first, mt::precondition::must_exist).done);
    CHECK_FALSE(store->get({.table = "table", .key = key("a", "b")}));
    CHECK(put(first, mt::precondition::must_not_exist).done);
    auto const failed = put(second, mt::precondition::must_not_exist);
    CHECK_FALSE(failed.done);
    CHECK(failed.attributes == first);
    CHECK(store->get({.table = "table", .key = key("a", "b")}) == first);
    CHECK(put(second, mt::precondition::must_exist).done);
    CHECK(store->get({.table = "table", .key = key("a", "b")}) == second);
    CHECK_FALSE(store->put({.table = "table", .item = second}).attributes);
}

TEST_CASE("attributes that the writer does not know survive its put") {
    auto const store = with(simple_table());
    std::string_view const known[] = {"p", "c", "name", "email"};
    auto const put = [&](mt::item const& item) {
        return store->put({.table = "table", .item = item, .known_attributes = known}).done;
    };
    CHECK(put(mt::item{{"p", "a"}, {"c", "b"}, {"name", "first"}}));
    store->put({.table = "table",
                .item = mt::item{{"p", "a"}, {"c", "b"}, {"aaa", 1}, {"email", "e"}, {"name", "n"}, {"zzz", 2}}});
    CHECK(put(mt::item{{"p", "a"}, {"c", "b"}, {"name", "second"}}));
    CHECK(store->get({.table = "table", .key = key("a", "b")}) ==
          mt::item{{"p", "a"}, {"c", "b"}, {"name", "second"}, {"aaa", 1}, {"zzz", 2}});
}

TEST_CASE("what survives a put counts for its limits") {
    auto const store = with(simple_table());
    std::string_view const known[] = {"p", "c", "v"};
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "b"}, {"other", std::string(300'000, 'x')}}});
    mt::item const second{{"p", "a"}, {"c", "b"}, {"v", std::string(200'000, 'x')}};
    CHECK_THROWS_MATCHES(store->put({.table = "table", .item = second, .known_attributes = known}), mt::bad_value,
                         says("Item size has exceeded the maximum allowed size"));
    CHECK_FALSE(store->get({.table = "table", .key = key("a", "b")})->contains("v"));
}

TEST_CASE("an erased item is gone") {
    auto const store = with(simple_table());
    mt::item const item{{"p", "a"}, {"c", "b"}, {"n", 1}};
    store->put({.table = "table", .item = item});
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "c"}}});
    auto const erased = store->erase(
        {.table = "table", .item = key("a", "b"), .returns = mt::return_values::all_old, .return_failed = true});
    CHECK(erased.existed);
    CHECK(erased.attributes == item);
    CHECK_FALSE(store->get({.table = "table", .key = key("a", "b")}));
    CHECK(store->get({.table = "table", .key = key("a", "c")}));
    auto const again = store->erase(
        {.table = "table", .item = key("a", "b"), .returns = mt::return_values::all_old, .return_failed = true});
    CHECK_FALSE(again.existed);
    CHECK_FALSE(again.attributes);
}

TEST_CASE("whether an item existed is returned if it is requested, alone or with the item") {
    auto const store = with(simple_table());
    mt::item const item{{"p", "a"}, {"c", "b"}, {"n", 1}};
    auto const writes = [&](mt::return_values returns) {
        std::string existed; // a put of a new item, one that replaces it, an update, an erasure, one of nothing
        auto const at = key("a", "b");
        for (auto const& [kind, what] : {std::pair<mt::write_kind, mt::item_view>{mt::write_kind::put, item},
                                         {mt::write_kind::put, item},
                                         {mt::write_kind::update, at},
                                         {mt::write_kind::erase, at},
                                         {mt::write_kind::erase, at}}) {
            auto const outcome = store->write({.table = "table", .item = what, .kind = kind, .returns = returns});
            CHECK(outcome.done);
            if (returns == mt::return_values::existed) CHECK_FALSE(outcome.attributes);
            existed += outcome.existed ? '1' : '0';
        }
        return existed;
    };
    CHECK(writes(mt::return_values::existed) == "01110");
    CHECK(writes(mt::return_values::all_old) == "01110");
    CHECK(writes(mt::return_values::none) == "00000");
}

TEST_CASE("a projection reads the attributes that are there") {
    auto const store = with(simple_table());
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "b"}, {"x", 1}, {"y", 2}, {"z", 3}}});
    std::string_view const wanted[] = {"z", "missing", "x", "z"};
    CHECK(store->get({.table = "table", .key = key("a", "b"), .attributes = wanted}) == mt::item{{"x", 1}, {"z", 3}});
    std::string_view const nothing[] = {"missing"};
    CHECK(store->get({.table = "table", .key = key("a", "b"), .attributes = nothing}) == mt::item{});
}

TEST_CASE("semantics 1: keys of equal value are one key") {
    auto const store = with({.name = "table", .partition = N("n")});
    store->put({.table = "table", .item = mt::item{{"n", mt::decimal("1000")}, {"v", 1}}});
    store->put({.table = "table", .item = mt::item{{"n", mt::decimal("1e3")}, {"v", 2}}});
    auto const found = store->get({.table = "table", .key = mt::item{{"n", mt::decimal("1000.0")}}});
    REQUIRE(found);
    CHECK(found->find("v")->as_int64() == 2);
    CHECK(found->find("n")->as_number().to_string() == "1000");
    CHECK(store->scan({.table = "table"}).count == 1);
}

TEST_CASE("semantics 2: no two different keys are one key") {
    auto const store = with({.name = "table", .partition = B("p"), .sort = B("c")});
    std::string const parts[] = {"a", "a\0"s, "a\0\1"s, "a\0\1b"s, "\0"s, "\0\xff"s, "\xff", "b", "\1", "\0\1"s};
    int n = 0;
    for (auto const& p : parts)
        for (auto const& c : parts)
            store->put({.table = "table",
                        .item = mt::item{{"p", mt::value::binary(p)}, {"c", mt::value::binary(c)}, {"n", ++n}}});
    n = 0;
    for (auto const& p : parts)
        for (auto const& c : parts)
            CHECK(
                store
                    ->get({.table = "table", .key = mt::item{{"p", mt::value::binary(p)}, {"c", mt::value::binary(c)}}})
                    ->find("n")
                    ->as_int64() == ++n);
    CHECK(store->scan({.table = "table"}).count == 100);
    for (auto const& p : parts)
        CHECK(store->query({.table = "table", .partition = {mt::value::binary(p)}}).count == 10);
}

TEST_CASE("semantics 2 and 3: a put needs the key attributes with their types") {
    auto const store = with(simple_table());
    auto const put = [&](mt::item const& item) { store->put({.table = "table", .item = item}); };
    CHECK_THROWS_MATCHES(put({{"p", "a"}}), mt::bad_value,
                         says("table table: One or more parameter values were invalid: Missing the key c in the item"));
    CHECK_THROWS_MATCHES(put({{"c", "a"}}), mt::bad_value, says("Missing the key p in the item"));
    CHECK_THROWS_MATCHES(put({{"p", 1}, {"c", "a"}}), mt::bad_value,
                         says("Type mismatch for key p expected: S actual: N"));
    CHECK_THROWS_MATCHES(put({{"p", "a"}, {"c", nullptr}}), mt::bad_value,
                         says("Type mismatch for key c expected: S actual: NULL"));
    CHECK_THROWS_MATCHES(put({{"p", ""}, {"c", "a"}}), mt::bad_value,
                         says("One or more parameter values are not valid. The AttributeValue for a key attribute "
                              "cannot contain an empty string value. Key: p"));
    CHECK_THROWS_MATCHES(put({{"p", "a"}, {"c", ""}}), mt::bad_value, says("empty string value. Key: c"));
    auto const binary = with({.name = "table", .partition = B("p")});
    CHECK_THROWS_MATCHES(binary->put({.table = "table", .item = mt::item{{"p", mt::value::binary("")}}}), mt::bad_value,
                         says("empty binary value. Key: p"));
    CHECK(store->scan({.table = "table"}).count == 0);
}

TEST_CASE("semantics 3: a key is the key attributes and no others") {
    auto const store = with(simple_table());
    auto const schema = says("The provided key element does not match the schema");
    for (auto const& bad : {mt::item{}, mt::item{{"p", "a"}}, mt::item{{"p", "a"}, {"c", 1}},
                            mt::item{{"p", "a"}, {"x", "b"}}, mt::item{{"p", "a"}, {"c", "b"}, {"x", 1}}}) {
        CHECK_THROWS_MATCHES(store->get({.table = "table", .key = bad}), mt::store_error, schema);
        CHECK_THROWS_MATCHES(store->erase({.table = "table", .item = bad}), mt::store_error, schema);
    }
    CHECK_THROWS_MATCHES(store->get({.table = "table", .key = key("", "b")}), mt::bad_value,
                         says("empty string value. Key: p"));
}

TEST_CASE("semantics 3: an item has at most 400 KB") {
    auto const store = with({.name = "table", .partition = S("p")});
    mt::item const largest{{"p", "s"}, {"v", std::string(409597, 'x')}};
    CHECK(store->put({.table = "table", .item = largest}).done);
    CHECK_THROWS_MATCHES(store->put({.table = "table", .item = mt::item{{"p", "t"}, {"v", std::string(409598, 'x')}}}),
                         mt::bad_value,
                         says("Item size has exceeded the maximum allowed size: 409601 bytes, key p=\"t\""));
    CHECK(store->scan({.table = "table", .select = mt::selection::count}).count == 1);
}

TEST_CASE("semantics 3: a partition key has at most 2048 bytes, a sort key 1024") {
    auto const store = with(simple_table());
    auto const put = [&](std::size_t p, std::size_t c) {
        return store->put({.table = "table", .item = mt::item{{"p", std::string(p, 'p')}, {"c", std::string(c, 'c')}}})
            .done;
    };
    CHECK(put(2048, 1024));
    CHECK_THROWS_MATCHES(put(2049, 1), mt::bad_value,
                         says("Size of hashkey has exceeded the maximum size limit of2048 bytes"));
    CHECK_THROWS_MATCHES(put(1, 1025), mt::bad_value,
                         says("Aggregated size of all range keys has exceeded the size limit of 1024 bytes"));
    CHECK_THROWS_AS(store->query({.table = "table", .partition = {std::string(2049, 'p')}}), mt::bad_value);
    CHECK_THROWS_AS(store->get({.table = "table", .key = mt::item{{"p", std::string(2049, 'p')}, {"c", "c"}}}),
                    mt::bad_value);
    CHECK(store->scan({.table = "table"}).count == 1);
}

TEST_CASE("semantics 3: attribute names have 1 to 65535 bytes") {
    auto const store = with(simple_table());
    auto const put = [&](std::string_view name, mt::value value = 1) {
        return store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "b"}, {name, value}}}).done;
    };
    CHECK(put(std::string(65535, 'n')));
    CHECK_THROWS_MATCHES(put(std::string(65536, 'n')), mt::bad_value,
                         says("Attribute name is too large, must be less than 65536 bytes"));
    CHECK_THROWS_MATCHES(put(""), mt::bad_value, says("Empty attribute name"));
    auto const long_inside = mt::value::map(mt::item{{std::string(65536, 'n'), 1}});
    CHECK_THROWS_AS(put("map", long_inside), mt::bad_value);
    CHECK_THROWS_AS(put("list", mt::value::list({mt::value::list({long_inside})})), mt::bad_value);
    CHECK(put("list", mt::value::list({std::string(100'000, 'x')})));
}
