// SPDX-License-Identifier: BSL-1.0
#include <monotable/core/item.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/value.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <iterator>
#include <limits>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace std::string_literals;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Message;
using Catch::Matchers::MessageMatches;

static_assert(std::forward_iterator<mt::list_view::iterator>);
static_assert(std::forward_iterator<mt::set_view::iterator>);
static_assert(std::forward_iterator<mt::item_view::iterator>);

namespace {

std::vector<std::string> names(mt::item_view item) {
    std::vector<std::string> out;
    for (auto const& member : item) out.emplace_back(member.name);
    return out;
}

// Lists in lists around null.
std::string nested(int levels) {
    std::string out;
    mt::value_writer writer(out);
    for (int i = 0; i < levels; ++i) writer.begin_list();
    writer.null();
    for (int i = 0; i < levels; ++i) writer.end_list();
    return out;
}

} // namespace

TEST_CASE("values are what was put into them") {
    CHECK(mt::value().type() == mt::value_type::null);
    CHECK(mt::value(true).view().as_bool());
    CHECK(mt::value("caf\xc3\xa9").view().as_string() == "caf\xc3\xa9");
    CHECK(mt::value("nul\0inside"s).view().as_string() == "nul\0inside"s);
    CHECK(mt::value::binary("\xff\0"s).view().as_binary() == "\xff\0"s);
    CHECK(mt::value(mt::decimal("-1.5")).view().as_number() == mt::decimal("-1.5"));
    CHECK(mt::value(std::numeric_limits<std::int64_t>::min()).view().as_int64() ==
          std::numeric_limits<std::int64_t>::min());
    CHECK(mt::value(7).view().as_uint64() == 7u);
    CHECK_FALSE(mt::value(-7).view().as_uint64());
    CHECK_FALSE(mt::value(mt::decimal("0.5")).view().as_int64());
}

TEST_CASE("an item finds its attributes and walks them in the order of their names") {
    mt::item const item{{"b", 2}, {"a", "x"}, {"ab", nullptr}, {"", true}};
    CHECK(names(item) == std::vector<std::string>{"", "a", "ab", "b"});
    CHECK(item.size() == 4);
    REQUIRE(item.find("ab"));
    CHECK(item.find("ab")->is(mt::value_type::null));
    CHECK(item.find("b")->as_int64() == 2);
    CHECK_FALSE(item.find("c"));
    CHECK_FALSE(item.find("aa"));
    CHECK_FALSE(mt::item().find("a"));
    CHECK(mt::item().empty());
    CHECK(mt::item_view().bytes() == mt::item().bytes());
}

TEST_CASE("lists, maps and sets nest and are walked") {
    mt::item const item{
        {"list", mt::value::list({1, "two", mt::value::list({})})},
        {"map", mt::value::map(mt::item{{"z", 1}, {"y", mt::value::map(mt::item{{"x", "deep"}})}})},
        {"set", mt::value::number_set({10, 9, mt::decimal("9.5")})},
    };
    auto const list = item.find("list")->as_list();
    REQUIRE(list.size() == 3);
    auto element = list.begin();
    CHECK((*element++).as_int64() == 1);
    CHECK((*element).as_string() == "two");
    CHECK((*++element).as_list().empty());
    CHECK(++element == list.end());
    CHECK(item.find("map")->as_map().find("y")->as_map().find("x")->as_string() == "deep");
    auto const set = item.find("set")->as_set();
    CHECK(set.type() == mt::value_type::number_set);
    std::string numbers;
    for (auto const each : set) numbers += mt::decimal::from_bytes(each).to_string() + ' ';
    CHECK(numbers == "9 9.5 10 ");
    CHECK(set.contains(mt::decimal("9.50").bytes().view()));
    CHECK_FALSE(set.contains(mt::decimal(11).bytes().view()));
}

TEST_CASE("semantics 2: equality is DynamoDB's") {
    CHECK(mt::value(mt::decimal("1.0")) == mt::value(1));
    CHECK_FALSE(mt::value("1") == mt::value(1));
    CHECK_FALSE(mt::value("a") == mt::value::binary("a"));
    CHECK(mt::value::string_set({"a", "b"}) == mt::value::string_set({"b", "a"}));
    CHECK(mt::value::list({mt::value::number_set({1, 2})}) == mt::value::list({mt::value::number_set({2, 1})}));
    CHECK_FALSE(mt::value::list({1, 2}) == mt::value::list({2, 1}));
    CHECK(mt::item{{"a", 1}, {"b", 2}} == mt::item{{"b", 2}, {"a", 1}});
    CHECK_FALSE(mt::item{{"a", 1}} == mt::item{{"a", 1}, {"b", 2}});
    CHECK(mt::item{{"a", 1}}.find("a")->bytes() == mt::value(1).bytes());
}

TEST_CASE("equal values and items have one hash") {
    std::unordered_set<mt::value> const values{1, mt::decimal("1.0"), "1", mt::value::string_set({"a", "b"}),
                                               mt::value::string_set({"b", "a"})};
    CHECK(values.size() == 3);
    CHECK(values.contains(mt::decimal("1.00")));
    std::unordered_set<mt::item> const items{{{"a", 1}, {"b", "x"}}, {{"b", "x"}, {"a", 1}}, {}};
    CHECK(items.size() == 2);
    CHECK(std::hash<mt::item>()({{"a", 1}, {"b", 2}}) == std::hash<mt::item>()({{"b", 2}, {"a", 1}}));
}

TEST_CASE("semantics 2: strings order by their UTF-8 bytes") {
    std::vector<std::string> const ascending{"A", "B", "a", "aa", "b", "\xc3\xa9", "\xef\xbf\xae", "\xf0\x9f\x98\x80"};
    for (std::size_t i = 1; i < ascending.size(); ++i)
        CHECK(mt::value(ascending[i - 1]).view().key_bytes() < mt::value(ascending[i]).view().key_bytes());
}

TEST_CASE("text is UTF-8 or refused") {
    for (auto const good : {"", "ascii only, longer than eight", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
                            "\xee\x80\x80", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "12345678\xc3\xa9 12345678"})
        CHECK(mt::value(good).view().as_string() == good);
    for (auto const bad :
         {"\x80", "\xc3", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xe2\x82", "\xf0\x8f\xbf\xbf",
          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "12345678\xc3 12345678", "1234567\xe2\x82\x41"})
        CHECK_THROWS_MATCHES(mt::value(bad), mt::bad_value, MessageMatches(ContainsSubstring("not UTF-8")));
    CHECK_THROWS_MATCHES((mt::item{{"n\xff", 1}}), mt::bad_value, Message("attribute name is not UTF-8: \"n\\xff\""));
}

TEST_CASE("semantics 2: sets are neither empty nor do they repeat themselves") {
    CHECK_THROWS_MATCHES(mt::value::string_set({}), mt::bad_value, Message("An string set  may not be empty"));
    CHECK_THROWS_MATCHES(mt::value::number_set({}), mt::bad_value, Message("An number set  may not be empty"));
    CHECK_THROWS_MATCHES(mt::value::binary_set({}), mt::bad_value, Message("Binary sets should not be empty"));
    CHECK_THROWS_MATCHES(mt::value::string_set({"a", "a"}), mt::bad_value,
                         Message("Input collection [a, a] contains duplicates."));
    CHECK_THROWS_MATCHES(mt::value::string_set({"b", "a", "b"}), mt::bad_value,
                         Message("Input collection [b, a, b] contains duplicates."));
    CHECK_THROWS_MATCHES(mt::value::number_set({1, mt::decimal("1.0")}), mt::bad_value,
                         Message("Input collection [1, 1] contains duplicates."));
}

TEST_CASE("maps do not repeat a name") {
    CHECK_THROWS_MATCHES((mt::item{{"b", 1}, {"a", 2}, {"b", 3}}), mt::bad_value,
                         Message("Duplicate attribute name: \"b\""));
    CHECK_THROWS_AS((mt::item{{"a", 1}, {"a", 1}}), mt::bad_value);
}

TEST_CASE("the writer sorts members and elements that come in any order") {
    std::string out = "kept";
    mt::value_writer writer(out);
    writer.begin_map();
    writer.name("z");
    writer.begin_map();
    writer.name("b");
    writer.string("2");
    writer.name("a");
    writer.number(mt::decimal("0.5"));
    writer.end_map();
    writer.name("a");
    writer.begin_set(mt::value_type::string_set);
    for (auto const each : {"y", "x", "z"}) writer.string(each);
    writer.end_set();
    writer.name("m");
    writer.raw(mt::value::list({1}));
    writer.end_map();
    REQUIRE(out.substr(0, 4) == "kept");
    CHECK(mt::item::parse(out.substr(4)) ==
          mt::item{{"a", mt::value::string_set({"x", "y", "z"})},
                   {"m", mt::value::list({1})},
                   {"z", mt::value::map(mt::item{{"a", mt::decimal("0.5")}, {"b", "2"}})}});
}

TEST_CASE("many members, in order and in reverse, are the same item") {
    auto const build = [](bool reverse) {
        std::string out;
        mt::value_writer writer(out);
        writer.begin_map();
        for (int i = 0; i < 300; ++i) {
            auto const k = reverse ? 299 - i : i;
            writer.name("attribute" + std::to_string(1000 + k));
            writer.number(k);
        }
        writer.end_map();
        return mt::item::parse(out);
    };
    CHECK(build(false) == build(true));
    CHECK(build(true).size() == 300);
    CHECK(build(true).find("attribute1299")->as_int64() == 299);
}

TEST_CASE("semantics 2: 32 levels of nesting and no more") {
    CHECK(mt::validate(nested(32)));
    auto const deepest = mt::value::parse(nested(32));
    CHECK(mt::detail::validate_item(mt::item{{"a", deepest}}.bytes()));
    auto const limit = MessageMatches(ContainsSubstring("Nesting Levels have exceeded supported limits"));
    CHECK_THROWS_MATCHES(nested(34), mt::bad_value, limit);
    auto const one_more = mt::value::from_encoding(nested(33));
    CHECK_FALSE(mt::validate(one_more.bytes()));
    CHECK_THROWS_MATCHES((mt::item{{"a", one_more}}), mt::bad_value, limit);
    CHECK_THROWS_MATCHES((mt::item{{"a", mt::value::list({deepest})}}), mt::bad_value, limit);
    // a set is no level
    std::string out;
    mt::value_writer writer(out);
    writer.begin_map();
    writer.name("a");
    for (int i = 0; i < 32; ++i) writer.begin_list();
    writer.raw(mt::value::string_set({"x"}));
    writer.begin_set(mt::value_type::number_set);
    writer.number(1);
    writer.end_set();
    for (int i = 0; i < 32; ++i) writer.end_list();
    writer.end_map();
    CHECK(mt::detail::validate_item(out));
}

TEST_CASE("values and items can be moved from and used again") {
    mt::value a("a long enough string to be on the heap");
    auto const b = std::move(a);
    CHECK(a.type() == mt::value_type::null);
    mt::item c{{"k", b}};
    auto const d = std::move(c);
    CHECK(c.empty());
    CHECK(d.find("k")->as_string() == "a long enough string to be on the heap");
}

TEST_CASE("semantics 1 and 3: items are measured as DynamoDB does") {
    auto const number = [](char const* text) { return mt::detail::value_size(mt::value(mt::decimal(text))); };
    CHECK(number("0") == 1);
    CHECK(number("5") == 2);
    CHECK(number("-5") == 3);
    CHECK(number("0.0000001") == 2);
    CHECK(number("1000") == 2);
    CHECK(number("123") == 3);
    CHECK(number("1234.5") == 4);
    CHECK(number("100.5") == 4);
    CHECK(number("-0.123") == 4);
    CHECK(number("99999999999999999999999999999999999999") == 20);
    CHECK(mt::item_size(mt::item{{"shirt-color", "R"}, {"shirt-size", "M"}}) == 23);
    CHECK(mt::item_size(mt::item{{"p", "s"}, {"v", std::string(409597, 'x')}}) == mt::detail::max_item_size);
    CHECK(mt::item_size(mt::item{{"n", nullptr}, {"b", true}}) == 4);
    CHECK(mt::item_size(mt::item{{"\xc3\xa9", mt::value::binary("abc")}}) == 5);
    CHECK(mt::item_size(mt::item{{"s", mt::value::string_set({"abc", "d"})}}) == 5);
    CHECK(mt::item_size(mt::item{{"s", mt::value::number_set({1, -5})}}) == 6);
    CHECK(mt::item_size(mt::item{{"l", mt::value::list({})}}) == 4);
    CHECK(mt::item_size(mt::item{{"l", mt::value::list({"ab", true})}}) == 1 + 3 + 2 + 2 + 1);
    CHECK(mt::item_size(mt::item{{"m", mt::value::map(mt::item{{"ab", "cd"}})}}) == 1 + 3 + 1 + 4);
}
