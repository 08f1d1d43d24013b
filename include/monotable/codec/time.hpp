// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/mismatch.hpp>
#include <monotable/codec/time_point.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

/// Time points are stored as ISO 8601 text (S) whose width depends on the type only, so that text order is time order:
/// "2025-12-20", "2025-12-20T10:00:00Z", "2025-12-20T10:00:00.000Z" (and with 6 or 9 digits), local times without the
/// Z. Years 0000 to 9999, proleptic Gregorian; no leap seconds.
namespace monotable {

/// A time point in UTC with millisecond precision.
using timestamp = std::chrono::sys_time<std::chrono::milliseconds>;

namespace detail {

/// The text format of one time type.
struct time_layout {
    bool date_only;
    bool local;
    std::uint8_t digits;   // of the fraction: 0, 3, 6 or 9
    std::int64_t per_unit; // ticks per second; not used for dates, whose tick is a day

    constexpr std::size_t size() const { return date_only ? 10u : 19u + (digits != 0) + digits + !local; }
};

inline constexpr std::int64_t first_stored_day = -719528; // 0000-01-01
inline constexpr std::int64_t last_stored_day = 2932896;  // 9999-12-31
inline constexpr std::int64_t seconds_per_day = 86400;
inline constexpr std::size_t max_time_size = 30;

struct civil_date {
    int year;
    int month;
    int day;
};

// Conversion between dates and days since 1970-01-01, by eras of 400 years that begin in March.
constexpr civil_date to_civil(std::int64_t day) noexcept {
    day += 719468;
    auto const era = (day >= 0 ? day : day - 146096) / 146097;
    auto const day_of_era = static_cast<int>(day - era * 146097);
    int const year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int const day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int const shifted = (5 * day_of_year + 2) / 153; // months since March
    int const month = shifted < 10 ? shifted + 3 : shifted - 9;
    int const year = static_cast<int>(era) * 400 + year_of_era + (month <= 2);
    return {year, month, day_of_year - (153 * shifted + 2) / 5 + 1};
}

constexpr std::int64_t to_day(civil_date date) noexcept {
    int const year = date.year - (date.month <= 2);
    int const era = (year >= 0 ? year : year - 399) / 400;
    int const year_of_era = year - era * 400;
    int const day_of_year = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
    int const day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return std::int64_t{era} * 146097 + day_of_era - 719468;
}

constexpr int days_in_month(int year, int month) noexcept {
    if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

constexpr std::int64_t floor_divide(std::int64_t a, std::int64_t b) noexcept { return a / b - (a % b < 0); }

struct split_time {
    std::int64_t seconds;
    std::uint32_t fraction; // in ticks
};

template <std::int64_t PerSecond>
constexpr split_time split(std::int64_t count) noexcept {
    auto const fraction = count % PerSecond;
    return fraction < 0 ? split_time{count / PerSecond - 1, static_cast<std::uint32_t>(fraction + PerSecond)}
                        : split_time{count / PerSecond, static_cast<std::uint32_t>(fraction)};
}

/// Seconds, rounded down, and the remaining ticks.
constexpr split_time split(time_layout const& layout, std::int64_t count) noexcept {
    switch (layout.digits) { // so that divisors are constants
    case 3: return split<1'000>(count);
    case 6: return split<1'000'000>(count);
    case 9: return split<1'000'000'000>(count);
    default: return {count, 0};
    }
}

constexpr void write_two(char* out, unsigned n) noexcept {
    out[0] = static_cast<char>('0' + n / 10);
    out[1] = static_cast<char>('0' + n % 10);
}

/// Writes layout.size() characters. Throws bad_value unless the year is in [0000, 9999].
constexpr void write_time(time_layout const& layout, std::int64_t count, char* out) {
    auto const [seconds, fraction] = split(layout, count);
    std::int64_t const day = layout.date_only ? count : floor_divide(seconds, seconds_per_day);
    if (day < first_stored_day || day > last_stored_day)
        throw bad_value("a time must be within the years 0000 to 9999: " + std::to_string(count) +
                        (layout.date_only ? " days" : "/" + std::to_string(layout.per_unit) + " s") + " since 1970");
    auto const date = to_civil(day);
    write_two(out, static_cast<unsigned>(date.year) / 100);
    write_two(out + 2, static_cast<unsigned>(date.year) % 100);
    out[4] = '-';
    write_two(out + 5, static_cast<unsigned>(date.month));
    out[7] = '-';
    write_two(out + 8, static_cast<unsigned>(date.day));
    if (layout.date_only) return;
    auto const time = static_cast<unsigned>(seconds - day * seconds_per_day);
    out[10] = 'T';
    write_two(out + 11, time / 3600);
    out[13] = ':';
    write_two(out + 14, time / 60 % 60);
    out[16] = ':';
    write_two(out + 17, time % 60);
    char* end = out + 19;
    if (layout.digits != 0) {
        *end = '.';
        end += layout.digits + 1;
        auto rest = fraction;
        for (char* digit = end; --digit != out + 19; rest /= 10) *digit = static_cast<char>('0' + rest % 10);
    }
    if (!layout.local) *end = 'Z';
}

/// The number of two digits; sets `wrong` unless they are digits. Always inlined, because a time has seven of them.
[[gnu::always_inline]] constexpr int read_two(char const* text, bool& wrong) noexcept {
    int const tens = text[0] - '0', ones = text[1] - '0';
    wrong |= static_cast<unsigned>(tens) > 9 || static_cast<unsigned>(ones) > 9;
    return tens * 10 + ones;
}

/// False unless `text` is exactly what write_time writes for some count of 64 bits.
constexpr bool read_time(time_layout const& layout, std::string_view text, std::int64_t& count) noexcept {
    if (text.size() != layout.size()) return false;
    if (!layout.date_only && !layout.local && text.back() != 'Z') return false;
    bool wrong = text[4] != '-' || text[7] != '-';
    auto const* const p = text.data();
    int const century = read_two(p, wrong);
    civil_date const date{century * 100 + read_two(p + 2, wrong), read_two(p + 5, wrong), read_two(p + 8, wrong)};
    if (wrong) return false;
    if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > days_in_month(date.year, date.month))
        return false;
    count = to_day(date);
    if (layout.date_only) return true;
    int const hour = read_two(p + 11, wrong), minute = read_two(p + 14, wrong), second = read_two(p + 17, wrong);
    wrong = wrong || text[10] != 'T' || text[13] != ':' || text[16] != ':' || hour > 23 || minute > 59 || second > 59;
    std::int64_t seconds = count * seconds_per_day + hour * 3600 + minute * 60 + second;
    std::int64_t fraction = 0;
    if (layout.digits != 0) {
        wrong = wrong || text[19] != '.';
        for (char const c : text.substr(20, layout.digits)) {
            wrong |= c < '0' || c > '9';
            fraction = fraction * 10 + (c - '0');
        }
    }
    if (wrong) return false;
    if (seconds < 0 && fraction != 0) { // rounds toward zero, so that the smallest count does not overflow
        ++seconds;
        fraction -= layout.per_unit;
    }
    auto const limit = std::numeric_limits<std::int64_t>::max();
    if (seconds > limit / layout.per_unit || seconds < -(limit / layout.per_unit)) return false;
    count = seconds * layout.per_unit;
    if (fraction > 0 ? count > limit - fraction : count < -limit - 1 - fraction) return false;
    count += fraction;
    return true;
}

bool encode_time(time_layout const& layout, std::int64_t count, value_writer& w);

std::int64_t decode_time(time_layout const& layout, value_view v);

template <class T>
struct binding<T, kind::time> {
    using duration = typename T::duration;
    using rep = typename duration::rep;

    static constexpr value_type stored = value_type::string;
    static constexpr bool is_local = local_clock<typename T::clock>;
    static constexpr bool is_date = std::ratio_greater_v<typename duration::period, std::ratio<1>>;
    static constexpr time_layout layout{is_date, is_local, fraction_digits<duration>,
                                        is_date ? 1 : duration::period::den};

    static bool encode(void const* object, value_writer& w) {
        return encode_time(layout, static_cast<T const*>(object)->time_since_epoch().count(), w);
    }

    static void decode(value_view v, void* object) {
        *static_cast<T*>(object) = T(duration(static_cast<rep>(decode_time(layout, v))));
    }

    static constexpr field_type type{
        .stored = stored,
        .form = is_date    ? key_form::date
                : is_local ? key_form::local_time
                           : key_form::time,
        .digits = layout.digits,
        .encode = encode,
        .decode = decode,
    };
};

/// Throws bad_value for a date that does not exist (2025-02-30).
template <calendar_date Date>
std::chrono::sys_days existing_day(Date const& date) {
    if (!date.ok())
        throw bad_value("no such date: year " + std::to_string(static_cast<int>(date.year())) + ", month " +
                        std::to_string(static_cast<unsigned>(date.month())) + ", day " +
                        std::to_string(static_cast<unsigned>(date.day())));
    return date;
}

template <class T>
struct binding<T, kind::calendar_date> {
    static constexpr value_type stored = value_type::string;
    static constexpr time_layout layout{true, true, 0, 1};

    static bool encode(void const* object, value_writer& w) {
        auto const day = existing_day(*static_cast<T const*>(object));
        return encode_time(layout, day.time_since_epoch().count(), w);
    }

    static void decode(value_view v, void* object) {
        *static_cast<T*>(object) = T(std::chrono::sys_days(std::chrono::sys_days::duration(decode_time(layout, v))));
    }

    static constexpr field_type type{.stored = stored, .form = key_form::date, .encode = encode, .decode = decode};
};

} // namespace detail
} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/time.ipp>
#endif
