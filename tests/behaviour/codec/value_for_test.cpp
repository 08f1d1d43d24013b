// SPDX-License-Identifier: BSL-1.0
// Values that are compared with fields become values of the fields' types, or an error.
#include <monotable/codec/value_for.hpp>
#include <monotable/meta/fixed_string.hpp>

#include <stored.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace mt = monotable;
namespace chr = std::chrono;
using namespace std::chrono_literals;
using mt::detail::value_for;
using stored::message;

TEST_CASE("texts") {
    CHECK(value_for<std::string>("abc") == "abc");
    CHECK(value_for<std::string>(std::string_view("a\0b", 3)) == std::string("a\0b", 3));
    CHECK(value_for<std::string>(mt::fixed_string("abc")) == "abc");
    char const* const pointer = "p";
    CHECK(value_for<std::string>(pointer) == "p");
    std::string const text = "t";
    CHECK(value_for<std::string>(text) == "t");
    CHECK(value_for<std::optional<std::string>>("abc") == std::optional<std::string>("abc"));
}

TEST_CASE("integers are checked against the field's range") {
    CHECK(value_for<std::uint8_t>(255) == 255);
    CHECK(value_for<std::int64_t>(5u) == 5);
    CHECK(value_for<std::optional<std::int8_t>>(-128) == std::int8_t{-128});
    CHECK(value_for<std::uint64_t>(std::numeric_limits<std::uint64_t>::max()) ==
          std::numeric_limits<std::uint64_t>::max());
    auto const refused = [](auto call) { return message<mt::bad_value>(call); };
    CHECK(refused([] { value_for<std::uint8_t>(256); }) == "256 is outside of the field's range 0 to 255");
    CHECK(refused([] { value_for<unsigned>(-1); }) == "-1 is outside of the field's range 0 to 4294967295");
    CHECK(refused([] { value_for<std::int64_t>(std::numeric_limits<std::uint64_t>::max()); }) ==
          "18446744073709551615 is outside of the field's range -9223372036854775808 to 9223372036854775807");
    CHECK(refused([] { value_for<std::optional<std::int8_t>>(128); }) ==
          "128 is outside of the field's range -128 to 127");
}

TEST_CASE("other numbers") {
    CHECK(value_for<double>(1) == 1.0);
    CHECK(value_for<double>(0.5f) == 0.5);
    CHECK(value_for<float>(0.1) == 0.1f); // what a float field holds
    CHECK(value_for<mt::decimal>(-3) == mt::decimal(-3));
    CHECK(value_for<mt::decimal>(mt::decimal("0.1")) == mt::decimal("0.1"));
    CHECK(value_for<std::optional<mt::decimal>>(7u) == mt::decimal(7));
}

TEST_CASE("times of a coarser type") {
    constexpr chr::sys_days day = 2025y / 12 / 20;
    CHECK(value_for<mt::timestamp>(day) == mt::timestamp(day));
    CHECK(value_for<chr::sys_time<chr::nanoseconds>>(day + 1h) == day + 1h);
    CHECK(value_for<chr::year_month_day>(day) == 2025y / 12 / 20);
    CHECK(value_for<chr::sys_days>(2025y / 12 / 20) == day);
    CHECK(message<mt::bad_value>([] { value_for<chr::sys_days>(2025y / 2 / 30); }) ==
          "no such date: year 2025, month 2, day 30");
    CHECK(value_for<chr::local_seconds>(chr::local_days(2025y / 1 / 1)) == chr::local_days(2025y / 1 / 1));
    CHECK(value_for<std::optional<mt::timestamp>>(day) == mt::timestamp(day));
    CHECK(message<mt::bad_value>([] {
              value_for<chr::sys_time<chr::nanoseconds>>(chr::sys_days(2263y / 1 / 1));
          }).starts_with("a time must be within the range of the field's type: "));
    CHECK(message<mt::bad_value>([] {
              value_for<chr::sys_time<chr::nanoseconds>>(chr::sys_days(1677y / 1 / 1));
          }).starts_with("a time must be within the range of the field's type: "));
    CHECK(message<mt::bad_value>([] {
              value_for<mt::timestamp>(chr::sys_seconds::max());
          }).starts_with("a time must be within the range of the field's type: "));
}

TEST_CASE("a field's own type is taken as it is") {
    CHECK(value_for<std::optional<int>>(std::optional<int>()) == std::nullopt);
    CHECK(value_for<bool>(true));
    CHECK(value_for<std::optional<bool>>(false) == false);
}
