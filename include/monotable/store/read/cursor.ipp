// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/read/cursor.hpp>

#include <vector>

namespace monotable::detail {

MONOTABLE_INLINE std::string to_base64url(std::string_view bytes) {
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    for (char const c : bytes) {
        bits = (bits << 8) | static_cast<unsigned char>(c);
        for (count += 8; count >= 6; count -= 6) out += base64url_digits[(bits >> (count - 6)) & 63];
    }
    if (count != 0) out += base64url_digits[(bits << (6 - count)) & 63];
    return out;
}

MONOTABLE_INLINE std::string from_base64url(std::string_view text) {
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    for (char const c : text) {
        std::size_t const digit = base64url_digits.find(c);
        if (digit == std::string_view::npos)
            throw bad_cursor("monotable: the cursor is damaged: it is not base64url text");
        bits = (bits << 6) | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>(bits >> count);
        }
    }
    if (count >= 6 || (bits & ((1u << count) - 1)) != 0)
        throw bad_cursor("monotable: the cursor is damaged: it ends early");
    return out;
}

template <class Positions>
std::string write_cursor(std::uint64_t fingerprint, Positions const& positions) {
    std::string bytes(1, cursor_version);
    append_integer(bytes, fingerprint, 8);
    append_integer(bytes, positions.size(), 4);
    for (read_position const& p : positions) {
        bytes += static_cast<char>(p.at);
        if (p.at != read_position::state::after) continue;
        append_integer(bytes, p.key->bytes().size(), 4);
        bytes += p.key->bytes();
    }
    append_integer(bytes, stable_hash(bytes), 8);
    return to_base64url(bytes);
}

template <class Positions>
void read_cursor(std::string_view text, std::uint64_t fingerprint, std::uint64_t opposite, Positions& positions) {
    std::string const bytes = from_base64url(text);
    if (bytes.size() < 21) throw bad_cursor("monotable: the cursor is damaged: it ends early");
    std::string_view rest(bytes);
    std::string_view checksum = rest.substr(rest.size() - 8);
    rest.remove_suffix(8);
    if (take_integer(checksum, 8) != stable_hash(rest))
        throw bad_cursor("monotable: the cursor is damaged: its checksum is wrong");
    if (rest.front() != cursor_version)
        throw bad_cursor("monotable: the cursor was written by another version of the library");
    rest.remove_prefix(1);
    std::uint64_t const found = take_integer(rest, 8);
    if (found == opposite)
        throw bad_cursor("monotable: the cursor goes the other way; after() takes what a page has as cursor, and "
                         "before() what it has as previous");
    if (found != fingerprint)
        throw bad_cursor(
            "monotable: the cursor belongs to another query; a cursor continues the same conditions, index and order");
    if (take_integer(rest, 4) != positions.size())
        throw bad_cursor("monotable: the cursor is damaged: another number of partitions");
    for (read_position& p : positions) {
        std::uint64_t const state = take_integer(rest, 1);
        if (state > 2) throw bad_cursor("monotable: the cursor is damaged: unknown state");
        p.at = static_cast<read_position::state>(state);
        if (p.at != read_position::state::after) continue;
        std::uint64_t const size = take_integer(rest, 4);
        if (size > rest.size()) throw bad_cursor("monotable: the cursor is damaged: it ends early");
        try {
            p.key = item::parse(std::string(rest.substr(0, size)));
        } catch (error const&) {
            throw bad_cursor("monotable: the cursor is damaged: its key is malformed");
        }
        rest.remove_prefix(size);
    }
    if (!rest.empty()) throw bad_cursor("monotable: the cursor is damaged: something follows it");
}

#ifdef MONOTABLE_COMPILED
template std::string write_cursor(std::uint64_t, std::vector<read_position> const&);
template void read_cursor(std::string_view, std::uint64_t, std::uint64_t, std::vector<read_position>&);
#endif

} // namespace monotable::detail
