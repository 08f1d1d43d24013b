// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/text.hpp>
#include <monotable/key/escape.hpp>

namespace monotable::detail {

inline constexpr char hex_digits[] = "0123456789ABCDEF";

MONOTABLE_INLINE void append_hex(std::string& out, unsigned char byte) {
    out += hex_digits[byte >> 4];
    out += hex_digits[byte & 15];
}

MONOTABLE_INLINE int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

MONOTABLE_INLINE void append_escaped(byte_buffer& out, std::string_view text, char delimiter) {
    std::size_t copied = 0; // texts are copied up to the next escaped byte, of which most have none
    for (std::size_t i = 0; i != text.size(); ++i) {
        if (!is_escaped(text[i], delimiter)) continue;
        out.append(text.substr(copied, i - copied));
        copied = i + 1;
        char* const added = out.extend(3);
        added[0] = escape_character(delimiter);
        added[1] = hex_digits[byte(text[i]) >> 4];
        added[2] = hex_digits[byte(text[i]) & 15];
    }
    out.append(text.substr(copied));
}

MONOTABLE_INLINE bool read_escaped(std::string_view& rest, char delimiter, std::string& text) {
    char const escape = escape_character(delimiter);
    while (!rest.empty() && rest.front() != delimiter) {
        char c = rest.front();
        if (c == escape) {
            if (rest.size() < 3) return false;
            int const high = hex_value(rest[1]), low = hex_value(rest[2]);
            if (high < 0 || low < 0) return false;
            c = static_cast<char>(high * 16 + low);
            if (!is_escaped(c, delimiter)) return false;
            rest.remove_prefix(2);
        } else if (is_escaped(c, delimiter)) {
            return false;
        }
        text += c;
        rest.remove_prefix(1);
    }
    return !rest.empty() && is_utf8(text);
}

} // namespace monotable::detail
