// SPDX-License-Identifier: BSL-1.0
#include <monotable/core/decimal.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mt = monotable;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

std::string canonical(std::string_view text) { return mt::decimal(text).to_string(); }

auto says(std::string const& text) { return MessageMatches(ContainsSubstring(text)); }

constexpr auto too_many = "Attempting to store more than 38 significant digits in a Number";
constexpr auto overflow = "Number overflow. Attempting to store a number with magnitude larger than supported range";
constexpr auto underflow = "Number underflow. Attempting to store a number with magnitude smaller than supported range";

// The reference: a number as sign, digits and the point's place, added and multiplied as on paper.
struct paper {
    bool negative = false;
    std::string digits; // without leading zeros; empty is zero
    int exponent = 0;   // of the last digit

    static paper read(std::string text) {
        paper p;
        if (text[0] == '-') {
            p.negative = true;
            text.erase(0, 1);
        }
        if (auto const point = text.find('.'); point != text.npos) {
            p.exponent = -static_cast<int>(text.size() - point - 1);
            text.erase(point, 1);
        }
        p.digits = text;
        p.trim();
        return p;
    }

    void trim() {
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
        while (!digits.empty() && digits.back() == '0') {
            digits.pop_back();
            ++exponent;
        }
        if (digits.empty()) *this = {};
    }

    std::string text() const {
        if (digits.empty()) return "0";
        auto const places = static_cast<std::size_t>(std::abs(exponent));
        auto out = digits;
        if (exponent >= 0) {
            out.append(places, '0');
        } else {
            if (out.size() <= places) out.insert(0, places + 1 - out.size(), '0');
            out.insert(out.size() - places, ".");
        }
        return (negative ? "-" : "") + out;
    }
};

bool less_magnitude(paper const& a, paper const& b) {
    auto const top = [](paper const& p) { return static_cast<int>(p.digits.size()) + p.exponent; };
    if (a.digits.empty() || b.digits.empty()) return a.digits.empty() && !b.digits.empty();
    if (top(a) != top(b)) return top(a) < top(b);
    return a.digits < b.digits; // trimmed at both ends: as fractions 0.d1d2...
}

bool less(paper const& a, paper const& b) {
    if (a.negative != b.negative) return a.negative;
    return a.negative ? less_magnitude(b, a) : less_magnitude(a, b);
}

void align(paper& a, paper& b) {
    auto const low = std::min(a.exponent, b.exponent);
    for (auto* p : {&a, &b}) {
        p->digits.append(static_cast<std::size_t>(p->exponent - low), '0');
        p->exponent = low;
    }
    auto const width = std::max(a.digits.size(), b.digits.size()) + 1;
    for (auto* p : {&a, &b}) p->digits.insert(0, width - p->digits.size(), '0');
}

paper add(paper a, paper b) {
    bool const swap = less_magnitude(a, b);
    if (swap) std::swap(a, b);
    int const sign = a.negative == b.negative ? 1 : -1;
    align(a, b);
    int carry = 0;
    for (auto i = a.digits.size(); i-- > 0;) {
        int const sum = (a.digits[i] - '0') + sign * (b.digits[i] - '0') + carry;
        carry = sum < 0 ? -1 : sum / 10;
        a.digits[i] = static_cast<char>('0' + (sum + 10) % 10);
    }
    a.trim();
    return a;
}

paper multiply(paper const& a, paper const& b) {
    paper out{a.negative != b.negative, std::string(a.digits.size() + b.digits.size(), '0'), a.exponent + b.exponent};
    for (auto i = a.digits.size(); i-- > 0;) {
        int carry = 0;
        for (auto j = b.digits.size(); j-- > 0;) {
            auto& place = out.digits[i + j + 1];
            int const sum = (a.digits[i] - '0') * (b.digits[j] - '0') + (place - '0') + carry;
            place = static_cast<char>('0' + sum % 10);
            carry = sum / 10;
        }
        out.digits[i] = static_cast<char>('0' + carry);
    }
    out.trim();
    return out;
}

bool fits(paper const& p) {
    auto const top = static_cast<int>(p.digits.size()) - 1 + p.exponent;
    return p.digits.empty() || (p.digits.size() <= 38 && top <= 125 && top >= -130);
}

std::string random_number(std::mt19937_64& random) {
    auto const below = [&](std::uint64_t n) { return random() % n; };
    std::string digits;
    auto const count = 1 + below(below(2) == 0 ? 38 : 6);
    for (std::uint64_t i = 0; i < count; ++i)
        digits += static_cast<char>('0' + (below(3) == 0 ? below(2) * 9 : below(10)));
    paper p{below(2) == 0, digits, 0};
    if (below(3) != 0) p.exponent = static_cast<int>(below(60)) - 40;
    p.trim();
    return p.text();
}

} // namespace

TEST_CASE("semantics 1: numbers are printed in canonical plain decimal") {
    CHECK(canonical("1.500E+2") == "150");
    CHECK(canonical("-0") == "0");
    CHECK(canonical("007") == "7");
    CHECK(canonical("+3") == "3");
    CHECK(canonical("1.00") == "1");
    CHECK(canonical(".5") == "0.5");
    CHECK(canonical("5.") == "5");
    CHECK(canonical("1e-3") == "0.001");
    CHECK(canonical("123e-2") == "1.23");
    CHECK(canonical("-12.50") == "-12.5");
    CHECK(canonical("0.00e-999999999999999999999") == "0");
    CHECK(canonical("1E125") == "1" + std::string(125, '0'));
    CHECK(canonical("1E-130") == "0." + std::string(129, '0') + "1");
    CHECK(canonical("1.2345678901234567890123456789012345678") == "1.2345678901234567890123456789012345678");
    CHECK(canonical("12345678901234567890123456789012345678000") == "12345678901234567890123456789012345678000");
    CHECK(canonical("0000.00012345678901234567890123456789012345678") == "0.00012345678901234567890123456789012345678");
    CHECK(canonical("10000000000000000000000000000000000001") == "10000000000000000000000000000000000001");
}

TEST_CASE("semantics 1: what is not a number is refused") {
    auto const text = GENERATE("", "NaN", "Infinity", "1 ", " 1", "0x10", "1e", "1e+", "--1", ".", "+", "-", "e1",
                               "1.2.3", "1,5", "1e1.5", "1_000", "\xd9\xa1");
    CHECK_FALSE(mt::decimal::parse(text));
    CHECK_THROWS_MATCHES(mt::decimal(text), mt::bad_value, says("cannot be converted to a numeric value"));
}

TEST_CASE("semantics 1: at most 38 significant digits") {
    CHECK_THROWS_MATCHES(mt::decimal("1.23456789012345678901234567890123456789"), mt::bad_value,
                         says(std::string(too_many) + ": \"1.23456789012345678901234567890123456789\""));
    CHECK_THROWS_MATCHES(mt::decimal("100000000000000000000000000000000000001"), mt::bad_value, says(too_many));
    CHECK_THROWS_MATCHES(mt::decimal("99999999999999999999999999999999999999999999"), mt::bad_value, says(too_many));
    CHECK(mt::decimal::parse("99999999999999999999999999999999999999"));
}

TEST_CASE("semantics 1: the range ends at 1E-130 and 9.99E+125") {
    CHECK(mt::decimal::parse("9.9999999999999999999999999999999999999E+125"));
    CHECK(mt::decimal::parse("-9.9999999999999999999999999999999999999E+125"));
    CHECK_THROWS_MATCHES(mt::decimal("1E126"), mt::bad_value, says(overflow));
    CHECK_THROWS_MATCHES(mt::decimal("1E-131"), mt::bad_value, says(underflow));
    CHECK_THROWS_MATCHES(mt::decimal("-1E99999999999999999999999"), mt::bad_value, says(overflow));
    CHECK_THROWS_MATCHES(mt::decimal("1E-99999999999999999999999"), mt::bad_value, says(underflow));
    CHECK(canonical("0.1E126") == canonical("1E125"));
    CHECK(canonical("1000E-133") == canonical("1E-130"));
    // As in DynamoDB, of all zeros:
    CHECK_THROWS_MATCHES(mt::decimal("0e126"), mt::bad_value, says(overflow));
    CHECK(canonical("0.0e126") == "0");
}

TEST_CASE("semantics 1: numbers compare by value") {
    CHECK(mt::decimal("1.0") == mt::decimal("1e0"));
    CHECK(mt::decimal("1000") == mt::decimal("1e3"));
    CHECK(mt::decimal("-0") == mt::decimal(0));
    std::vector<mt::decimal> const ascending{mt::decimal("-1E125"),
                                             mt::decimal("-100.5"),
                                             mt::decimal(-100),
                                             mt::decimal(-99),
                                             mt::decimal("-1E-130"),
                                             0,
                                             mt::decimal("1E-130"),
                                             mt::decimal("0.5"),
                                             1,
                                             mt::decimal("1.0001"),
                                             9,
                                             10,
                                             mt::decimal("10.1"),
                                             99,
                                             100,
                                             mt::decimal("1E125")};
    for (std::size_t i = 0; i < ascending.size(); ++i)
        for (std::size_t j = 0; j < ascending.size(); ++j) CHECK((ascending[i] <=> ascending[j]) == (i <=> j));
}

TEST_CASE("equal decimals have one hash") {
    std::unordered_set<mt::decimal> numbers;
    for (char const* text : {"1", "1.0", "1.00", "0.1e1", "-0", "0", "0.000", "-1", "-1.0", "1e125", "10e124"})
        numbers.insert(mt::decimal(text));
    CHECK(numbers.size() == 4);
    CHECK(numbers.contains(mt::decimal(1)));
    std::hash<mt::decimal> const hash;
    CHECK(hash(mt::decimal("1.0")) == hash(mt::decimal("1.00")));
    CHECK(hash(mt::decimal("-0")) == hash(mt::decimal()));
    std::unordered_set<std::size_t> different;
    for (int i = -500; i != 500; ++i) different.insert(hash(mt::decimal(i)));
    CHECK(different.size() == 1000);
}

TEST_CASE("semantics 1: arithmetic is exact") {
    CHECK((mt::decimal("0.1") + mt::decimal("0.2")).to_string() == "0.3");
    CHECK((mt::decimal("99999999999999999999999999999999999998") + 1).to_string() ==
          "99999999999999999999999999999999999999");
    CHECK((mt::decimal("1e38") - 1).to_string() == "99999999999999999999999999999999999999");
    CHECK((mt::decimal("19.99") * 3).to_string() == "59.97");
    CHECK((mt::decimal("0.5") - mt::decimal("0.5")).is_zero());
    CHECK_FALSE((mt::decimal(-1) * 0).negative());
    CHECK((-mt::decimal(5)).to_string() == "-5");
    CHECK((-mt::decimal(0)) == mt::decimal(0));
    mt::decimal total = 1;
    total += 2;
    total *= 5;
    total -= mt::decimal("0.5");
    CHECK(total.to_string() == "14.5");
    // 38 digits times 38 digits, of which zeros remain
    CHECK((mt::decimal("45474735088646411895751953125") * mt::decimal("2199023255552")).to_string() ==
          "1" + std::string(41, '0'));
}

TEST_CASE("semantics 1: arithmetic never rounds") {
    CHECK_THROWS_MATCHES(mt::decimal("1e50") + 1, mt::bad_value, says(too_many));
    CHECK_THROWS_MATCHES(mt::decimal("9e125") + mt::decimal("9e125"), mt::bad_value, says(overflow));
    CHECK_THROWS_MATCHES(mt::decimal("99999999999999999999999999999999999999") + mt::decimal("0.1"), mt::bad_value,
                         says(too_many));
    CHECK_THROWS_MATCHES(mt::decimal("1e100") * mt::decimal("1e100"), mt::bad_value, says(overflow));
    CHECK_THROWS_MATCHES(mt::decimal("1e-100") * mt::decimal("1e-100"), mt::bad_value, says(underflow));
    CHECK_THROWS_MATCHES(mt::decimal("123456789012345678901") * mt::decimal("123456789012345678903"), mt::bad_value,
                         says(std::string(too_many) + ": 123456789012345678901 * 123456789012345678903"));
}

TEST_CASE("integers come back as they went in") {
    auto const v = GENERATE(std::int64_t{0}, 1, -1, 10, 1000, -1000, 1234567890123456789,
                            std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min());
    CHECK(mt::decimal(v).to_int64() == v);
    CHECK(mt::decimal(v).to_string() == std::to_string(v));
}

TEST_CASE("what is no integer or too large for one says so") {
    CHECK(mt::decimal(std::numeric_limits<std::uint64_t>::max()).to_uint64() ==
          std::numeric_limits<std::uint64_t>::max());
    CHECK_FALSE(mt::decimal("18446744073709551616").to_uint64());
    CHECK_FALSE(mt::decimal("-1").to_uint64());
    CHECK_FALSE(mt::decimal("9223372036854775808").to_int64());
    CHECK(mt::decimal("-9223372036854775808").to_int64());
    CHECK_FALSE(mt::decimal("-9223372036854775809").to_int64());
    CHECK_FALSE(mt::decimal("0.5").to_int64());
    CHECK_FALSE(mt::decimal("1e100").to_int64());
    CHECK_FALSE(mt::decimal("1e19").to_int64());
    CHECK(mt::decimal("1e19").to_uint64() == 10000000000000000000u);
}

TEST_CASE("doubles are their shortest decimal") {
    CHECK(mt::decimal::from_double(0.1).to_string() == "0.1");
    CHECK(mt::decimal::from_double(-2.5e-7).to_string() == "-0.00000025");
    CHECK(mt::decimal::from_double(1e22).to_string() == "1" + std::string(22, '0'));
    CHECK(mt::decimal::from_double(-0.0) == mt::decimal(0));
    CHECK_THROWS_MATCHES(mt::decimal::from_double(std::nan("")), mt::bad_value, says("nan"));
    CHECK_THROWS_MATCHES(mt::decimal::from_double(-std::numeric_limits<double>::infinity()), mt::bad_value,
                         says("inf"));
    CHECK_THROWS_MATCHES(mt::decimal::from_double(1e300), mt::bad_value, says(overflow));
    CHECK_THROWS_MATCHES(mt::decimal::from_double(5e-324), mt::bad_value, says(underflow));
    std::mt19937_64 random(7);
    for (int i = 0; i < 20'000; ++i) {
        auto const v = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                  static_cast<int>(random() % 400) - 300);
        REQUIRE(mt::decimal::from_double(v).to_double() == v);
    }
}

TEST_CASE("the nearest double is exact, ties go to even") {
    std::pair<char const*, double> const cases[] = {
        {"0", 0.0},
        {"0.1", 0.1},
        {"-12.5", -12.5},
        {"9007199254740993", 9007199254740992.0},
        {"9007199254740993.0000000000000000000001", 9007199254740994.0},
        {"-9007199254740995", -9007199254740996.0},
        {"1.0000000000000001110223024625156540423", 1.0},
        {"1.0000000000000001110223024625156540424", 1.0 + std::numeric_limits<double>::epsilon()},
        {"9.9999999999999999999999999999999999999e125", 1e126},
        {"-1e-130", -1e-130},
    };
    for (auto const& [text, expected] : cases) {
        CAPTURE(text);
        CHECK(mt::decimal(text).to_double() == expected);
    }
}

TEST_CASE("the nearest float is not rounded twice; beyond its range there is none") {
    CHECK(mt::decimal(0).to_float() == 0.0f);
    CHECK(mt::decimal("-0.1").to_float() == -0.1f);
    CHECK(mt::decimal("16777217").to_float() == 16777216.0f);
    CHECK(mt::decimal("16777217.0000000000000000001").to_float() == 16777218.0f); // as a double it is 16777217
    CHECK(mt::decimal("1e-45").to_float() == std::numeric_limits<float>::denorm_min());
    CHECK(mt::decimal("3.4028235e38").to_float() == std::numeric_limits<float>::max());
    CHECK(mt::decimal("-3.4028235e38").to_float() == std::numeric_limits<float>::lowest());
    CHECK_FALSE(mt::decimal("3.4028236e38").to_float());
    CHECK_FALSE(mt::decimal("-1e39").to_float());
    CHECK_FALSE(mt::decimal("1e-46").to_float());
    CHECK_FALSE(mt::decimal("-1e-130").to_float());
}

TEST_CASE("semantics 1: against arithmetic on paper") {
    auto const seed = GENERATE(1u, 2u, 3u);
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 20'000; ++i) {
        auto const a = random_number(random), b = random_number(random);
        CAPTURE(a, b);
        auto const x = mt::decimal(a), y = mt::decimal(b);
        auto const p = paper::read(a), q = paper::read(b);
        REQUIRE(x.to_string() == a);
        REQUIRE((x < y) == less(p, q));
        REQUIRE((x == y) == (a == b));
        REQUIRE((x.bytes().view() < y.bytes().view()) == less(p, q));
        REQUIRE(mt::decimal::from_bytes(x.bytes().view()) == x);
        REQUIRE(mt::detail::is_number_payload(x.bytes().view()));
        auto const agrees = [](auto&& compute, paper const& expected) {
            if (!fits(expected)) {
                REQUIRE_THROWS_AS(compute(), mt::bad_value);
            } else {
                REQUIRE(compute().to_string() == expected.text());
            }
        };
        agrees([&] { return x + y; }, add(p, q));
        agrees([&] { return x - y; }, add(p, {!q.negative && !q.digits.empty(), q.digits, q.exponent}));
        agrees([&] { return x * y; }, multiply(p, q));
    }
}

TEST_CASE("decimals are constants") {
    constexpr mt::decimal dozen = mt::decimal(3) * 4;
    STATIC_CHECK(dozen == mt::decimal(12));
    STATIC_CHECK(dozen.to_int64() == 12);
    STATIC_CHECK(*mt::decimal::parse("1.50") < dozen);
    STATIC_CHECK_FALSE(mt::decimal::parse("1.5.0"));
}
