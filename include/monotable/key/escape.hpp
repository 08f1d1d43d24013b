// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/key/shape.hpp>

#include <string>
#include <string_view>

/// Strings in front of a delimiter: no value contains what follows it.
namespace monotable::detail {

void append_hex(std::string& out, unsigned char byte);

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

void append_escaped(std::string& out, std::string_view text, char delimiter);

/// Undoes append_escaped up to the delimiter, which stays in rest. False: not the output of append_escaped.
bool read_escaped(std::string_view& rest, char delimiter, std::string& text);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/key/escape.ipp>
#endif
