// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace monotable::detail {

constexpr std::uint8_t byte(char c) noexcept { return static_cast<std::uint8_t>(c); }

/// A view of other argument types than these two makes a compiler work out whether they are iterators.
constexpr std::string_view view_of(char const* text, std::size_t size) noexcept { return {text, size}; }

/// The number of bytes of the well-formed UTF-8 sequence that `text`, which is not empty, begins with; 0 if none does.
/// Overlong forms, surrogates and code points above U+10FFFF are not well-formed.
constexpr std::size_t utf8_sequence(std::string_view text) noexcept {
    auto const lead = byte(text[0]);
    if (lead < 0x80) return 1;
    std::size_t const length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
    auto const second = byte(text[1]);
    auto const low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    auto const high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) return 0;
    for (std::size_t i = 2; i < length; ++i)
        if ((byte(text[i]) & 0xC0) != 0x80) return 0;
    return length;
}

inline bool is_utf8(std::string_view text) noexcept {
    while (!text.empty()) {
        while (text.size() >= 8) {
            std::uint64_t word;
            std::memcpy(&word, text.data(), 8);
            if ((word & 0x8080808080808080u) != 0) break;
            text.remove_prefix(8);
        }
        while (!text.empty() && byte(text[0]) < 0x80) text.remove_prefix(1);
        if (text.empty()) return true;
        auto const length = utf8_sequence(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

/// For messages: in double quotes, at most 60 bytes, what is not printable as \xhh.
inline std::string quoted(std::string_view text) {
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
