// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/short_bytes.hpp>
#include <monotable/core/text.hpp>

namespace monotable::detail {

inline bool is_ascii(std::string_view text) noexcept {
    std::uint64_t bits = 0;
    char const* p = text.data();
    std::size_t left = text.size();
    for (; left > 8; left -= 8, p += 8) bits |= word_at<std::uint64_t>(p);
    if (text.size() >= 8) {
        bits |= word_at<std::uint64_t>(p + left - 8); // overlaps the word before it
    } else {
        for (char const c : text) bits |= byte(c);
    }
    return (bits & 0x8080808080808080u) == 0;
}

MONOTABLE_INLINE bool is_utf8(std::string_view text) noexcept {
    if (is_ascii(text)) return true;
    while (!text.empty()) {
        while (!text.empty() && byte(text[0]) < 0x80) text.remove_prefix(1);
        if (text.empty()) return true;
        auto const length = utf8_sequence(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

MONOTABLE_INLINE std::string quoted(std::string_view text) {
    constexpr char hex[] = "0123456789abcdef";
    std::string out = "\"";
    auto rest = text;
    while (!rest.empty() && out.size() < 60) {
        auto const length = utf8_sequence(rest);
        if (length == 0 || byte(rest[0]) < 0x20 || rest[0] == 0x7F) {
            out += {'\\', 'x', hex[byte(rest[0]) >> 4], hex[byte(rest[0]) & 15]};
            rest.remove_prefix(1);
        } else {
            if (rest[0] == '"' || rest[0] == '\\') out += '\\';
            out += rest.substr(0, length);
            rest.remove_prefix(length);
        }
    }
    out += '"';
    if (!rest.empty()) out += "... (" + std::to_string(text.size()) + " bytes)";
    return out;
}

} // namespace monotable::detail
