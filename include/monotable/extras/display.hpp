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

/// Values as text in a terminal. Independent of the locale.
namespace monotable::detail {

/// Removes the first code point. REQUIRES: text is not empty. A byte that is not UTF-8 stands for itself.
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
    auto const* const behind = std::upper_bound(std::begin(sorted), std::end(sorted), c,
                                                [](char32_t v, code_points const& each) { return v < each.first; });
    return behind != std::begin(sorted) && c <= std::prev(behind)->last;
}

/// Columns that the code points of a text take in a terminal, each by itself: 0, 1 or 2.
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

/// True if c could move the cursor, command the terminal or change the order of what is around it: controls of both sets (C0
/// and C1), separators of lines and of paragraphs, embeddings, overrides and isolates of text in the other direction.
constexpr bool is_control(char32_t c) noexcept {
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// JSON, where these are in strings only, with \uhhhh in their place.
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

/// Bare unless that could mislead, and then a JSON string.
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
