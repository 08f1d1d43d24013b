// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/key/text.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// A position in a query and a direction, as opaque text: base64url of
///     version (1 byte), fingerprint of the query (8), number of partitions (4),
///     per partition: 0 not started | 1 and the key of the last item read, with its length (4) | 2 finished,
///     checksum (8).
/// Integers are little-endian. The fingerprint binds the cursor to its query and direction. The checksum detects
/// damage, not forgery: a cursor is not signed, and contains only keys of items that its reader has seen.
namespace monotable::detail {

struct read_position {
    enum class state : std::uint8_t { start, after, finished };
    state at = state::start;
    std::optional<item> key;
};

inline void append_integer(std::string& out, std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = 0; i != bytes; ++i) out += static_cast<char>(number >> (8 * i));
}

/// Consumes an integer at the start of `text`; throws bad_cursor if `text` is too short.
inline std::uint64_t take_integer(std::string_view& text, std::size_t bytes) {
    if (text.size() < bytes) throw bad_cursor("monotable: the cursor is damaged: it ends early");
    std::uint64_t number = 0;
    for (std::size_t i = 0; i != bytes; ++i) number |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
    text.remove_prefix(bytes);
    return number;
}

inline constexpr std::string_view base64url_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string to_base64url(std::string_view bytes);

/// The inverse of to_base64url; throws bad_cursor for text that it does not produce.
std::string from_base64url(std::string_view text);

inline constexpr char cursor_version = 2;

/// Positions is a container of read_position.
template <class Positions>
std::string write_cursor(std::uint64_t fingerprint, Positions const& positions);

/// Throws bad_cursor if the text is not a cursor, or has another query, direction or number of positions.
template <class Positions>
void read_cursor(std::string_view text, std::uint64_t fingerprint, std::uint64_t opposite, Positions& positions);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/cursor.ipp>
#endif
