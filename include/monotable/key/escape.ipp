// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/text.hpp>
#include <monotable/key/escape.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void append_hex(byte_buffer& out, unsigned char byte) {
    constexpr char digits[] = "0123456789ABCDEF";
    out.push_back(digits[byte >> 4]);
    out.push_back(digits[byte & 15]);
}

MONOTABLE_INLINE int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

MONOTABLE_INLINE void append_escaped(byte_buffer& out, std::string_view text, char delimiter) {
    std::size_t plain = 0; // the start of the characters that are copied together
    for (std::size_t i = 0; i != text.size(); ++i) {
        if (!is_escaped(text[i], delimiter)) continue;
        out.append(text.substr(plain, i - plain));
        out.push_back(escape_character(delimiter));
        append_hex(out, static_cast<unsigned char>(text[i]));
        plain = i + 1;
    }
    out.append(text.substr(plain));
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
