// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/decimal.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

/// Parses texts of files into fields. False if the text is not a value of the type.
namespace examples {

inline bool parse_text(std::string const& text, std::string& value) {
    value = text;
    return true;
}

inline bool parse_text(std::string const& text, bool& value) {
    value = text == "1";
    return text == "0" || text == "1";
}

template <std::integral T>
bool parse_text(std::string const& text, T& value) {
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

inline bool parse_text(std::string const& text, monotable::decimal& value) {
    auto const number = monotable::decimal::parse(text);
    if (number) value = *number;
    return number.has_value();
}

/// 1996-07-04, optionally followed by a time of day, which must be midnight.
inline bool parse_text(std::string const& text, std::chrono::year_month_day& value) {
    unsigned y = 0, m = 0, d = 0;
    std::string_view const time = std::string_view(text).substr(std::min<std::size_t>(text.size(), 10));
    if (text.size() < 10 || (time != "" && time != " 00:00:00.000" && time != "T00:00:00")) return false;
    if (text[4] != '-' || text[7] != '-') return false;
    if (!parse_text(text.substr(0, 4), y) || !parse_text(text.substr(5, 2), m) || !parse_text(text.substr(8, 2), d))
        return false;
    value = std::chrono::year(static_cast<int>(y)) / static_cast<int>(m) / static_cast<int>(d);
    return value.ok();
}

/// An empty text gives an empty optional.
template <class T>
bool parse_text(std::string const& text, std::optional<T>& value) {
    if (text.empty()) value.reset();
    return text.empty() || parse_text(text, value.emplace());
}

} // namespace examples
