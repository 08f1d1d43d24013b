// SPDX-License-Identifier: BSL-1.0
// What does not fit is an error that says what was expected, what was found, and where.
#include <monotable/codec/boost_uuid.hpp>
#include <monotable/codec/type_of.hpp>
#include <monotable/core/item.hpp>

#include <stored.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace mt = monotable;
using mt::value;
using stored::encoded;
using stored::mismatch;
using stored::refused;

namespace {

enum class status { open, paid };

struct line {
    std::string product;
    unsigned qty = 0;
};
struct order {
    std::string id;
    std::vector<line> lines;
    std::map<std::string, std::vector<int>> sizes;
    std::optional<std::variant<line, int>> extra;
};
struct prices {
    std::map<std::string, std::vector<double>> of;
};
struct celsius {
    double degrees;
};
struct odd {
    int n = 1;
};

// An order in which one member is replaced.
value order_with(std::string_view name, value v) {
    value const one = value::map(mt::item{{"product", "p"}, {"qty", 1}});
    value id = "o1", lines = value::list({one, one}), sizes = value::map(mt::item{}), extra = 5;
    (name == "id" ? id : name == "lines" ? lines : name == "sizes" ? sizes : extra) = std::move(v);
    return value::map(mt::item{{"id", id}, {"lines", lines}, {"sizes", sizes}, {"extra", extra}});
}

} // namespace

template <>
struct mt::codec<celsius> {
    using stored = double;
    static stored encode(celsius const& c) {
        if (c.degrees < -273.15) throw mt::bad_value("below absolute zero: " + std::to_string(c.degrees));
        return c.degrees;
    }
    static celsius decode(stored degrees) {
        if (degrees < -273.15) throw mt::bad_value("below absolute zero");
        return {degrees};
    }
};
template <>
struct mt::codec<odd> {
    using stored = int;
    static stored encode(odd const& o) { return o.n; }
    static odd decode(stored n) {
        if (n % 2 == 0) throw std::domain_error("even");
        return {n};
    }
};

TEST_CASE("another type is named") {
    CHECK(mismatch<std::string>(5) == "expected string, found number");
    CHECK(mismatch<int>("5") == "expected number, found string");
    CHECK(mismatch<bool>(1) == "expected boolean, found number");
    CHECK(mismatch<double>(true) == "expected number, found boolean");
    CHECK(mismatch<float>("") == "expected number, found string");
    CHECK(mismatch<mt::decimal>("1") == "expected number, found string");
    CHECK(mismatch<status>(0) == "expected string, found number");
    CHECK(mismatch<mt::timestamp>(0) == "expected string, found number");
    CHECK(mismatch<std::vector<std::byte>>("") == "expected binary, found string");
    CHECK(mismatch<std::vector<int>>(value::number_set({1})) == "expected list, found number set");
    CHECK(mismatch<std::set<int>>(value::list({1})) == "expected number set, found list");
    CHECK(mismatch<std::set<int>>(value::string_set({"1"})) == "expected number set, found string set");
    CHECK(mismatch<std::set<std::string>>(value::binary_set({"1"})) == "expected string set, found binary set");
    CHECK(mismatch<std::map<std::string, int>>(value::list({})) == "expected map, found list");
    CHECK(mismatch<line>("p") == "expected map, found string");
    CHECK(mismatch<std::optional<int>>("5") == "expected number, found string");
    CHECK(mismatch<int>(value::null()) == "expected number, found null");
    CHECK(mismatch<std::string>(value::binary("x")) == "expected string, found binary");
}

TEST_CASE("integers out of range and fractions") {
    CHECK(mismatch<std::int8_t>(128) == "expected an integer of -128 to 127, found 128");
    CHECK(mismatch<std::int8_t>(-129) == "expected an integer of -128 to 127, found -129");
    CHECK(mismatch<std::uint8_t>(256) == "expected an integer of 0 to 255, found 256");
    CHECK(mismatch<std::uint8_t>(-1) == "expected an integer of 0 to 255, found -1");
    CHECK(mismatch<int>(mt::decimal("1.5")) == "expected an integer of -2147483648 to 2147483647, found 1.5");
    CHECK(mismatch<std::uint64_t>(mt::decimal("18446744073709551616")) ==
          "expected an integer of 0 to 18446744073709551615, found 18446744073709551616");
    CHECK(mismatch<std::int64_t>(mt::decimal("9223372036854775808")) ==
          "expected an integer of -9223372036854775808 to 9223372036854775807, found 9223372036854775808");
    CHECK(mismatch<float>(mt::decimal("1e39")) ==
          "expected a number within the range of float, found 1000000000000000000000000000000000000000");
    CHECK(mismatch<float>(mt::decimal("1e-60")).starts_with("expected a number within the range of float"));
}

TEST_CASE("names and texts of another form") {
    CHECK(mismatch<status>("Open") == R"(expected one of open, paid, found "Open")");
    CHECK(mismatch<status>("") == R"(expected one of open, paid, found "")");
    CHECK(mismatch<std::array<std::byte, 2>>(value::binary("abc")) == "expected 2 bytes, found 3");
    CHECK(mismatch<std::array<int, 3>>(value::list({1})) == "expected a list of 3 elements, found 1");
    for (auto const* wrong : {"", "1f2f3f4f-5f6f-7f8f-9faf-bfcfdfefff0", "1f2f3f4f-5f6f-7f8f-9faf-bfcfdfefff0F",
                              "1f2f3f4f-5f6f-7f8f-9faf-bfcfdfefff0g", "1f2f3f4f+5f6f-7f8f-9faf-bfcfdfefff0f",
                              "{1f2f3f4f-5f6f-7f8f-9faf-bfcfdfefff0}", "1f2f3f4f5f6f7f8f9fafbfcfdfefff0f"})
        CHECK(mismatch<boost::uuids::uuid>(wrong) == "expected a lower-case UUID, found \"" + std::string(wrong) + '"');
}

TEST_CASE("keys of maps are canonical") {
    using by_byte = std::map<std::uint8_t, int>;
    for (auto const* wrong : {"256", "-1", "01", "+1", " 1", "1 ", "", "x", "-0"})
        CHECK(mismatch<by_byte>(value::map(mt::item{{wrong, 1}})) ==
              "expected a key that is an integer of 0 to 255, found \"" + std::string(wrong) + '"');
    CHECK(mismatch<std::map<status, int>>(value::map(mt::item{{"lost", 1}})) ==
          R"(expected one of open, paid, found "lost")");
    CHECK(refused(std::map<std::string, int>{{"", 1}}) == "the key of a map must not be empty");
}

TEST_CASE("alternatives that a variant does not have") {
    using shape = std::variant<line, int, std::string>;
    CHECK(mismatch<shape>(true) == "expected {line} or number or string, found boolean");
    CHECK(mismatch<shape>(value::map(mt::item{{"cube", value::map(mt::item{})}})) ==
          "expected {line} or number or string, found {cube}");
    CHECK(mismatch<shape>(value::map(mt::item{})) == "expected {line} or number or string, found map");
    CHECK(mismatch<shape>(value::map(mt::item{{"line", 1}, {"x", 1}})) ==
          "expected {line} or number or string, found map");
    CHECK(mismatch<shape>(value::map(mt::item{{"line", 1}})) == "line: expected map, found number");
    CHECK(mismatch<shape>(value::map(mt::item{{"line", value::map(mt::item{{"product", "p"}})}})) ==
          "line.qty: missing");
}

TEST_CASE("the message says where") {
    value const good = value::map(mt::item{{"product", "p"}, {"qty", 1}});
    CHECK(mismatch<order>(order_with("id", 1)) == "id: expected string, found number");
    CHECK(mismatch<order>(order_with("lines", 1)) == "lines: expected list, found number");
    CHECK(mismatch<order>(order_with("lines", value::list({good, good, 1}))) == "lines[2]: expected map, found number");
    CHECK(mismatch<order>(order_with(
              "lines", value::list({good, good, value::map(mt::item{{"product", "p"}, {"qty", "many"}})}))) ==
          "lines[2].qty: expected number, found string");
    CHECK(mismatch<order>(order_with("lines", value::list({value::map(mt::item{{"qty", 1}})}))) ==
          "lines[0].product: missing");
    CHECK(mismatch<order>(order_with("sizes", value::map(mt::item{{"shoe", value::list({1, 2, "x"})}}))) ==
          "sizes.shoe[2]: expected number, found string");
    CHECK(mismatch<order>(order_with("extra", value::map(mt::item{{"line", value::map(mt::item{{"product", 1}})}}))) ==
          "extra.line.product: expected string, found number");
    CHECK(mismatch<std::vector<std::vector<int>>>(value::list({value::list({1, "2"})})) ==
          "[0][1]: expected number, found string");
    CHECK(mismatch<std::set<std::uint8_t>>(value::number_set({1, 300})) ==
          "[1]: expected an integer of 0 to 255, found 300");
    CHECK(mismatch<std::set<bool>>(value::list({1})) == "[0]: expected boolean, found number");
}

TEST_CASE("missing members are an error unless absence is a value") {
    CHECK(mismatch<order>(value::map(mt::item{{"id", "o"}, {"lines", value::list({})}})) == "sizes: missing");
    auto const read = stored::decoded<order>(
        value::map(mt::item{{"id", "o"}, {"lines", value::list({})}, {"sizes", value::map(mt::item{})}}),
        order{"", {}, {}, 5});
    CHECK(!read.extra);
}

TEST_CASE("values that cannot be stored") {
    double const nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    CHECK_THROWS_AS(encoded(nan), mt::bad_value);
    CHECK_THROWS_AS(encoded(infinity), mt::bad_value);
    CHECK_THROWS_AS(encoded(-std::numeric_limits<float>::infinity()), mt::bad_value);
    CHECK_THROWS_AS(encoded(1e126), mt::bad_value);
    CHECK_THROWS_AS(encoded(1e-131), mt::bad_value);
    CHECK(refused(std::string("\xff")).starts_with("not UTF-8"));
    CHECK(refused(static_cast<status>(7)) ==
          "value 7 of the enumeration status has no name; add an enumerator with a value from -8 "
          "to 127, or specialize monotable::codec for it");
    CHECK(refused(prices{{{"tea", {1, nan}}}}).starts_with("of.tea[1]: "));
    CHECK(refused(order{"o", {{"p", 1}, {"\xff", 1}}, {}, {}}).starts_with("lines[1].product: not UTF-8"));
    CHECK(refused(order{"o", {}, {}, line{"\xff", 1}}).starts_with("extra.line.product: not UTF-8"));
}

TEST_CASE("nesting deeper than DynamoDB's is refused with its place") {
    struct chain {
        std::vector<chain> next;
    };
    chain deep;
    for (int i = 0; i != 40; ++i) deep = chain{{deep}};
    CHECK(refused(deep).starts_with("next[0].next[0]."));
}

TEST_CASE("what a codec of one's own says") {
    CHECK(refused(celsius{-300}) == "below absolute zero: -300.000000");
    CHECK(refused(std::vector{celsius{0}, celsius{-300}}) == "[1]: below absolute zero: -300.000000");
    CHECK(mismatch<celsius>(-300) == "below absolute zero"); // a bad value when it is written, a bad item when read
    CHECK(mismatch<std::vector<celsius>>(value::list({-300})) == "[0]: below absolute zero");
    CHECK(mismatch<celsius>("cold") == "expected number, found string");
    CHECK_THROWS_AS(stored::decoded<std::vector<odd>>(value::list({2})), std::domain_error); // not ours: unchanged
}
