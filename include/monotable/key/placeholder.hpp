// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>

#include <cstdint>
#include <string_view>

/// The format of a placeholder, after its colon: `{placed_at:second desc}`. Options are separated by one space.
namespace monotable::detail {

enum class time_unit : std::uint8_t { none, year, month, day, hour, minute, second, ms, us, ns };

struct placeholder_format {
    std::uint8_t width = 0;           ///< `6`, or the integer digits of `8.2`
    std::uint8_t fraction = 0;        ///< the fraction digits of `8.2`
    bool fixed_point = false;         ///< true for formats like `8.2`
    bool lower = false;               ///< `lower`: ASCII letters are folded
    bool descending = false;          ///< `desc`
    time_unit unit = time_unit::none; ///< `year` ... `ns`
    std::uint8_t epoch_digits = 0;    ///< `epoch`: 10, `epoch_ms`: 13
    std::uint16_t shards = 0;         ///< `shard 5`: a stable hash of the field modulo 5
    std::uint16_t first_shard = 0;    ///< `0..4`: the field holds a shard number in this closed range
    std::uint16_t last_shard = 0;
    bool shard_range = false;
    std::string_view prefix; ///< `ord_*`: the value starts with `ord_`

    /// The number of partitions that a query reads if it does not fix this placeholder; 0 if it is not a shard.
    constexpr std::uint16_t fan_out() const {
        if (shards != 0) return shards;
        return shard_range ? static_cast<std::uint16_t>(last_shard - first_shard + 1) : std::uint16_t{0};
    }
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Consumes the digits at the start of `text`. False if there are none or the number exceeds `limit`.
constexpr bool read_number(std::string_view& text, unsigned limit, unsigned& number) {
    if (text.empty() || !is_digit(text.front())) return false;
    number = 0;
    while (!text.empty() && is_digit(text.front())) {
        number = number * 10 + static_cast<unsigned>(text.front() - '0');
        if (number > limit) return false;
        text.remove_prefix(1);
    }
    return true;
}

constexpr time_unit time_unit_named(std::string_view text) {
    constexpr std::string_view names[] = {"year", "month", "day", "hour", "minute", "second", "ms", "us", "ns"};
    for (unsigned i = 0; i != 9; ++i)
        if (text == names[i]) return static_cast<time_unit>(i + 1);
    return time_unit::none;
}

/// Parses the text after the colon of a placeholder. False if an option is unknown or malformed.
constexpr bool parse_format(std::string_view text, placeholder_format& out) {
    if (text.empty()) return false;
    while (!text.empty()) {
        std::string_view option = before(text, ' ');
        text.remove_prefix(option.size());
        if (option == "shard") {
            if (text.empty()) return false;
            text.remove_prefix(1);
            unsigned count = 0;
            if (!read_number(text, 10'000, count) || count < 2) return false;
            out.shards = static_cast<std::uint16_t>(count);
        } else if (option == "lower") {
            out.lower = true;
        } else if (option == "desc") {
            out.descending = true;
        } else if (option == "epoch") {
            out.epoch_digits = 10;
        } else if (option == "epoch_ms") {
            out.epoch_digits = 13;
        } else if (time_unit const unit = time_unit_named(option); unit != time_unit::none) {
            out.unit = unit;
        } else if (option.size() > 1 && option.back() == '*' && !is_digit(option.front())) {
            out.prefix = option.substr(0, option.size() - 1);
        } else {
            unsigned first = 0, last = 0;
            if (!read_number(option, 9'999, first)) return false;
            if (option.starts_with("..")) {
                option.remove_prefix(2);
                if (!read_number(option, 9'999, last) || last <= first) return false;
                out.shard_range = true;
                out.first_shard = static_cast<std::uint16_t>(first);
                out.last_shard = static_cast<std::uint16_t>(last);
            } else {
                if (first == 0 || first > 38) return false;
                out.width = static_cast<std::uint8_t>(first);
                if (option.starts_with('.')) {
                    option.remove_prefix(1);
                    if (!read_number(option, 38 - first, last)) return false;
                    out.fixed_point = true;
                    out.fraction = static_cast<std::uint8_t>(last);
                }
            }
            if (!option.empty()) return false;
        }
        if (!text.empty()) {
            if (text.front() != ' ' || text.size() == 1) return false;
            text.remove_prefix(1);
        }
    }
    return true;
}

} // namespace monotable::detail
