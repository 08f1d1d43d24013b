// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/key/shape.hpp>
#include <monotable/value/text.hpp>

#include <string>
#include <string_view>

/// Strings in front of a delimiter: no value contains what follows it.
namespace monotable::detail {

inline void append_hex(std::string& out, unsigned char byte) {
    constexpr char digits[] = "0123456789ABCDEF";
    out += digits[byte >> 4];
    out += digits[byte & 15];
}

inline int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// The character that introduces an escape in front of this delimiter.
constexpr char escape_character(char delimiter) {
    return escapes_in_order(delimiter) ? static_cast<char>(delimiter + 1) : '%';
}

/// A delimiter up to '.' (such as '#'): every byte up to the escape character, which is the delimiter's successor, becomes
/// that character and two hex digits. Since the delimiter sorts below whatever a value can go on with, tuples of strings
/// keep their order. Other delimiters: the delimiter and '%' are escaped, as %XX; if the delimiter is not ASCII, so is every
/// other byte that is not, since half a character would not be UTF-8.
constexpr bool is_escaped(char c, char delimiter) {
    auto const byte = static_cast<unsigned char>(c);
    if (escapes_in_order(delimiter)) return byte <= static_cast<unsigned char>(escape_character(delimiter));
    return c == delimiter || c == '%' || (byte >= 0x80 && static_cast<unsigned char>(delimiter) >= 0x80);
}

inline void append_escaped(std::string& out, std::string_view text, char delimiter) {
    for (char const c : text) {
        if (is_escaped(c, delimiter)) {
            out += escape_character(delimiter);
            append_hex(out, static_cast<unsigned char>(c));
        } else {
            out += c;
        }
    }
}

/// Undoes append_escaped up to the delimiter, which stays in rest. False: not the output of append_escaped.
inline bool read_escaped(std::string_view& rest, char delimiter, std::string& text) {
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
