// SPDX-License-Identifier: BSL-1.0
#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/local/time_to_live.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <limits>
#include <string_view>

namespace mt = monotable;

namespace {

constexpr std::int64_t now = 1'700'000'000;
constexpr std::int64_t five_years = 5LL * 365 * 24 * 60 * 60;

bool expired(mt::value const& end) { return mt::detail::is_expired(mt::item{{"end", end}, {"other", 1}}, "end", now); }

mt::decimal number(std::string_view text) { return mt::decimal(text); }

} // namespace

TEST_CASE("semantics 11: a time to live is a number of seconds since 1970, and over when they have passed") {
    CHECK(expired(now - 1));
    CHECK(expired(now));
    CHECK_FALSE(expired(now + 1));
    CHECK_FALSE(mt::detail::is_expired(mt::item{{"other", now}}, "end", now));
    CHECK_FALSE(expired(now * 1000)); // milliseconds
}

TEST_CASE("semantics 11: exponents and fractions are numbers like others") {
    CHECK(expired(number("16e8")));
    CHECK(expired(number("1.6999999999e9")));
    CHECK(expired(number("1699999999.99999")));
    CHECK_FALSE(expired(number("1700000000.00001")));
    CHECK_FALSE(expired(number("1.7000000001e9")));
    CHECK_FALSE(expired(number("1e125")));
}

TEST_CASE("semantics 11: what is more than five years past never expires") {
    CHECK(expired(now - five_years));
    CHECK_FALSE(expired(number("1542319999.9999")));
    CHECK_FALSE(expired(now - five_years - 1));
    CHECK_FALSE(expired(0));
    CHECK_FALSE(expired(-1));
    CHECK_FALSE(expired(number("-1e125")));
    auto const least = std::numeric_limits<std::int64_t>::min();
    auto const greatest = std::numeric_limits<std::int64_t>::max();
    CHECK_FALSE(mt::detail::is_expired(mt::item{{"end", 0}}, "end", least));
    CHECK(mt::detail::is_expired(mt::item{{"end", greatest}}, "end", greatest));
}

TEST_CASE("semantics 11: strings and others never expire") {
    CHECK_FALSE(expired("1600000000"));
    CHECK_FALSE(expired(mt::value::binary("1600000000")));
    CHECK_FALSE(expired(true));
    CHECK_FALSE(expired(mt::value()));
}
