// SPDX-License-Identifier: BSL-1.0
// Times are ISO 8601 text of fixed width, whose order is the order of time.
#include <monotable/codec/time.hpp>

#include <stored.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

namespace mt = monotable;
namespace chr = std::chrono;
using namespace std::chrono_literals;
using stored::decoded;
using stored::mismatch;
using stored::refused;
using stored::stored_text;

namespace {

template <class D>
using sys = chr::sys_time<D>;
template <class D>
using local = chr::local_time<D>;

constexpr auto noon = chr::sys_days(2025y / 12 / 20) + 12h + 34min + 56s;
constexpr auto local_noon = chr::local_days(2025y / 12 / 20) + 12h + 34min + 56s;

} // namespace

TEST_CASE("the type's precision is the text's") {
    CHECK(stored_text(sys<chr::seconds>(noon)) == R"("2025-12-20T12:34:56Z")");
    CHECK(stored_text(sys<chr::milliseconds>(noon + 7ms)) == R"("2025-12-20T12:34:56.007Z")");
    CHECK(stored_text(sys<chr::microseconds>(noon + 7us)) == R"("2025-12-20T12:34:56.000007Z")");
    CHECK(stored_text(sys<chr::nanoseconds>(noon + 123'456'789ns)) == R"("2025-12-20T12:34:56.123456789Z")");
    CHECK(stored_text(mt::timestamp(noon)) == R"("2025-12-20T12:34:56.000Z")");
    CHECK(stored_text(chr::sys_days(2025y / 12 / 20)) == R"("2025-12-20")");
}

TEST_CASE("local times say nothing about UTC") {
    CHECK(stored_text(local<chr::seconds>(local_noon)) == R"("2025-12-20T12:34:56")");
    CHECK(stored_text(local<chr::milliseconds>(local_noon + 1ms)) == R"("2025-12-20T12:34:56.001")");
    CHECK(stored_text(local<chr::microseconds>(local_noon)) == R"("2025-12-20T12:34:56.000000")");
    CHECK(stored_text(local<chr::nanoseconds>(local_noon)) == R"("2025-12-20T12:34:56.000000000")");
    CHECK(stored_text(chr::local_days(2025y / 12 / 20)) == R"("2025-12-20")");
}

TEST_CASE("dates") {
    CHECK(stored_text(2024y / 2 / 29) == R"("2024-02-29")");
    CHECK(stored_text(0y / 1 / 1) == R"("0000-01-01")");
    CHECK(stored_text(9999y / 12 / 31) == R"("9999-12-31")");
}

TEST_CASE("before 1970") {
    CHECK(stored_text(sys<chr::seconds>(-1s)) == R"("1969-12-31T23:59:59Z")");
    CHECK(stored_text(mt::timestamp(-1ms)) == R"("1969-12-31T23:59:59.999Z")");
    CHECK(stored_text(mt::timestamp(-86'400'001ms)) == R"("1969-12-30T23:59:59.999Z")");
    CHECK(stored_text(sys<chr::nanoseconds>(-1ns)) == R"("1969-12-31T23:59:59.999999999Z")");
}

TEST_CASE("the first and the last moment of the years 0000 to 9999") {
    constexpr auto first = sys<chr::seconds>(chr::sys_days(0y / 1 / 1));
    constexpr auto last = sys<chr::seconds>(chr::sys_days(9999y / 12 / 31) + 24h - 1s);
    CHECK(stored_text(first) == R"("0000-01-01T00:00:00Z")");
    CHECK(stored_text(last) == R"("9999-12-31T23:59:59Z")");
    CHECK(decoded<sys<chr::seconds>>(mt::value("0000-01-01T00:00:00Z")) == first);
    CHECK(decoded<sys<chr::seconds>>(mt::value("9999-12-31T23:59:59Z")) == last);
    CHECK(refused(first - 1s) == "a time must be within the years 0000 to 9999: -62167219201/1 s since 1970");
    CHECK(refused(last + 1s) == "a time must be within the years 0000 to 9999: 253402300800/1 s since 1970");
    CHECK(refused(mt::timestamp(first) - 1ms) ==
          "a time must be within the years 0000 to 9999: -62167219200001/1000 s since 1970");
    CHECK(refused(chr::sys_days(0y / 1 / 1) - chr::days(1)) ==
          "a time must be within the years 0000 to 9999: -719529 days since 1970");
    CHECK(refused(chr::year_month_day(10000y / 1 / 1)) ==
          "a time must be within the years 0000 to 9999: 2932897 days since 1970");
    CHECK(refused(sys<chr::seconds>(chr::seconds(std::numeric_limits<std::int64_t>::min())))
              .starts_with("a time must be within"));
    CHECK(refused(sys<chr::seconds>(chr::seconds(std::numeric_limits<std::int64_t>::max())))
              .starts_with("a time must be within"));
    CHECK(refused(mt::timestamp(chr::milliseconds(std::numeric_limits<std::int64_t>::min())))
              .starts_with("a time must be within"));
}

TEST_CASE("nanoseconds reach from 1677 to 2262") {
    using ns = sys<chr::nanoseconds>;
    constexpr auto least = ns(chr::nanoseconds(std::numeric_limits<std::int64_t>::min()));
    constexpr auto most = ns(chr::nanoseconds(std::numeric_limits<std::int64_t>::max()));
    CHECK(stored_text(least) == R"("1677-09-21T00:12:43.145224192Z")");
    CHECK(stored_text(most) == R"("2262-04-11T23:47:16.854775807Z")");
    CHECK(decoded<ns>(mt::value("1677-09-21T00:12:43.145224192Z")) == least);
    CHECK(decoded<ns>(mt::value("2262-04-11T23:47:16.854775807Z")) == most);
    for (auto const beyond :
         {"1677-09-21T00:12:43.145224191Z", "2262-04-11T23:47:16.854775808Z", "2262-04-11T23:47:17.000000000Z",
          "9999-12-31T23:59:59.999999999Z", "0000-01-01T00:00:00.000000000Z", "1677-09-21T00:12:42.999999999Z"})
        CHECK(
            mismatch<ns>(mt::value(beyond)).starts_with("expected a time like 2025-12-20T10:00:00.000000000Z, found"));
}

TEST_CASE("every day of the calendar is the one that std::chrono says") {
    char text[10];
    mt::detail::time_layout const layout{true, true, 0, 1};
    for (chr::sys_days day = 0y / 1 / 1; day <= chr::sys_days(9999y / 12 / 31); day += chr::days(1)) {
        auto const count = day.time_since_epoch().count();
        chr::year_month_day const date(day);
        auto const civil = mt::detail::to_civil(count);
        bool const same = civil.year == static_cast<int>(date.year()) &&
                          civil.month == static_cast<int>(static_cast<unsigned>(date.month())) &&
                          civil.day == static_cast<int>(static_cast<unsigned>(date.day()));
        std::int64_t back = 0;
        mt::detail::write_time(layout, count, text);
        if (!same || !mt::detail::read_time(layout, {text, 10}, back) || back != count) FAIL("day " << count);
    }
}

TEST_CASE("a date that does not exist is refused") {
    CHECK(refused(2025y / 2 / 29) == "no such date: year 2025, month 2, day 29");
    CHECK(refused(chr::year_month_day(2025y, chr::month(13), chr::day(1))) ==
          "no such date: year 2025, month 13, day 1");
    CHECK(refused(chr::year_month_day(2025y, chr::month(1), chr::day(0))) == "no such date: year 2025, month 1, day 0");
}

TEST_CASE("only the exact form is read") {
    CHECK(mismatch<mt::timestamp>(mt::value("yesterday")) ==
          R"(expected a time like 2025-12-20T10:00:00.000Z, found "yesterday")");
    CHECK(mismatch<sys<chr::seconds>>(mt::value("2025-12-20T10:00:00")) ==
          R"(expected a time like 2025-12-20T10:00:00Z, found "2025-12-20T10:00:00")");
    CHECK(mismatch<local<chr::seconds>>(mt::value("2025-12-20T10:00:00Z")) ==
          R"(expected a time like 2025-12-20T10:00:00, found "2025-12-20T10:00:00Z")");
    CHECK(mismatch<chr::sys_days>(mt::value("2025-12-2")) == R"(expected a date like 2025-12-20, found "2025-12-2")");
    CHECK(mismatch<chr::year_month_day>(mt::value("2025-02-29")) ==
          R"(expected a date like 2025-12-20, found "2025-02-29")");
    CHECK(mismatch<chr::sys_days>(mt::value(1766224800)) == "expected string, found number");
    for (auto const wrong : {"",
                             "2025-12-20T10:00:00Z",
                             "2025-12-20T10:00:00.00Z",
                             "2025-12-20T10:00:00.0000Z",
                             "2025-12-20 10:00:00.000Z",
                             "2025-12-20t10:00:00.000z",
                             "2025-12-20T10:00:00,000Z",
                             "2025-12-20T10:00:00.000+",
                             "2025-00-20T10:00:00.000Z",
                             "2025-13-20T10:00:00.000Z",
                             "2025-12-00T10:00:00.000Z",
                             "2025-12-32T10:00:00.000Z",
                             "2025-02-29T10:00:00.000Z",
                             "1900-02-29T10:00:00.000Z",
                             "2025-12-20T24:00:00.000Z",
                             "2025-12-20T10:60:00.000Z",
                             "2025-12-20T23:59:60.000Z",
                             "2025/12/20T10:00:00.000Z",
                             "20251220T100000.000000Z",
                             "+025-12-20T10:00:00.000Z",
                             "2025-12-20T10:00:00.-00Z",
                             "2025-12-20T10:00:00.000Z ",
                             " 025-12-20T10:00:00.000Z"})
        CHECK_THROWS_AS(decoded<mt::timestamp>(mt::value(wrong)), mt::bad_item);
}
