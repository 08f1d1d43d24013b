// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/text.hpp>
#include <monotable/core/view.hpp>
#include <monotable/extras/code_point_widths.hpp>
#include <monotable/extras/json.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

/// Formatting of values for a terminal, independent of the locale.
namespace monotable::detail {

/// Removes and returns the first code point; a byte that is not part of valid UTF-8 is returned as it is.
/// REQUIRES: `text` is not empty.
inline char32_t take_code_point(std::string_view& text) noexcept {
    std::size_t const size = std::max<std::size_t>(utf8_sequence(text), 1);
    char32_t result = byte(text[0]);
    if (size != 1) result &= 0x7Fu >> size;
    for (std::size_t i = 1; i != size; ++i) result = result << 6 | (byte(text[i]) & 0x3Fu);
    text.remove_prefix(size);
    return result;
}

template <std::size_t Count>
bool is_among(code_points const (&sorted)[Count], char32_t c) noexcept {
    auto const* const next = std::upper_bound(std::begin(sorted), std::end(sorted), c,
                                              [](char32_t v, code_points const& each) { return v < each.first; });
    return next != std::begin(sorted) && c <= std::prev(next)->last;
}

/// The number of terminal columns of a text: the sum of 0, 1 or 2 for each code point.
inline std::size_t display_width(std::string_view text) noexcept {
    std::size_t columns = 0;
    while (!text.empty()) {
        char32_t const c = take_code_point(text);
        if (c < zero_width[0].first) ++columns;
        else if (!is_among(zero_width, c)) columns += is_among(double_width, c) ? 2u : 1u;
    }
    return columns;
}

inline std::string padded(std::string text, std::size_t width) {
    std::size_t const used = display_width(text);
    if (used < width) text.append(width - used, ' ');
    return text;
}

/// True if `c` can move the cursor, control the terminal or reorder the text around it: C0 and C1 controls, line and
/// paragraph separators, bidirectional embeddings, overrides and isolates.
constexpr bool is_control(char32_t c) noexcept {
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// Replaces the control characters of JSON, which occur only in strings, by \uhhhh.
inline std::string without_controls(std::string_view json) {
    constexpr char hex[] = "0123456789abcdef";
    std::string out;
    while (!json.empty()) {
        std::string_view const rest = json;
        char32_t const c = take_code_point(json);
        if (is_control(c)) out.append("\\u") += {hex[c >> 12 & 15], hex[c >> 8 & 15], hex[c >> 4 & 15], hex[c & 15]};
        else out += rest.substr(0, rest.size() - json.size());
    }
    return out;
}

/// The text itself, or a JSON string if the text alone would be ambiguous.
inline std::string display_text(std::string_view text) {
    bool bare = !text.empty() && text.front() != '"' && text.front() != ' ' && text.back() != ' ';
    for (auto rest = text; bare && !rest.empty();) bare = !is_control(take_code_point(rest));
    if (bare) return std::string(text);
    std::string json;
    append_json(json, text);
    return without_controls(json);
}

inline std::string display_text(value_view value) {
    return value.is(value_type::string) ? display_text(value.as_string()) : without_controls(to_json(value));
}

} // namespace monotable::detail
