// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/byte_buffer.hpp>
#include <monotable/key/shape.hpp>

#include <string>
#include <string_view>

/// Escaping of strings that are followed by a delimiter, so that no escaped value contains the delimiter.
namespace monotable::detail {

void append_hex(byte_buffer& out, unsigned char byte);

/// The character that introduces an escape sequence before this delimiter.
constexpr char escape_character(char delimiter) {
    return escapes_in_order(delimiter) ? static_cast<char>(delimiter + 1) : '%';
}

/// True if `c` must be escaped. With a delimiter up to '.' (such as '#'), the escape character is the delimiter's
/// successor, and every byte up to it becomes that character and two hex digits. The delimiter then sorts before every
/// byte with which a value can continue, so that tuples of strings keep their order. With other delimiters, the
/// delimiter and '%' become %XX; if the delimiter is not ASCII, all other non-ASCII bytes do too, because an incomplete
/// character would not be UTF-8.
constexpr bool is_escaped(char c, char delimiter) {
    auto const byte = static_cast<unsigned char>(c);
    if (escapes_in_order(delimiter)) return byte <= static_cast<unsigned char>(escape_character(delimiter));
    return c == delimiter || c == '%' || (byte >= 0x80 && static_cast<unsigned char>(delimiter) >= 0x80);
}

void append_escaped(byte_buffer& out, std::string_view text, char delimiter);

/// The inverse of append_escaped: consumes `rest` up to the delimiter, which remains. False if the text is not an
/// output of append_escaped, or no delimiter follows.
bool read_escaped(std::string_view& rest, char delimiter, std::string& text);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/key/escape.ipp>
#endif
