// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/core/value.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/key/key_template.hpp>
#include <monotable/key/shape.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// The text of one placeholder inside a key, and back. docs/key-format.md specifies it byte by byte.
///
/// Invariants:
/// 1. Injective: the texts of two different values differ, and none is a prefix of another once the delimiter behind
///    the placeholder is appended. Exceptions are the placeholders whose format asks for it (is_lossy).
/// 2. Ordered: byte order of the texts is the order of the values, or its reverse under `desc` (except is_unordered).
namespace monotable::detail {

/// FNV-1a over the attribute's text. Part of the key format: never to change.
constexpr std::uint64_t stable_hash(std::string_view text) {
    std::uint64_t hash = 14695981039346656037u;
    for (char const c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return hash ^ (hash >> 32);
}

[[noreturn]] void refuse_key_value(std::string_view entity, template_part const& part, std::string_view value,
                                   std::string_view reason);

/// The shard of a derived shard placeholder.
std::uint64_t shard_of(value_view v, std::uint16_t shards);

void append_shard(std::string& out, std::uint64_t shard, std::uint64_t last);

/// A string as it stands in the key: folded and escaped as its placeholder demands. Also of the beginning of one.
void append_string(std::string& out, template_part const& part, std::string_view text);

/// Appends the text of v, the stored value of a field of this type. Throws bad_value naming entity and field when v
/// cannot stand in the key: an empty string, a number that does not fit its width, a missing prefix.
void append_key_text(std::string& out, std::string_view entity, template_part const& part, field_type const& type,
                     value_view v);

/// Takes the text of one placeholder off the front of rest and, unless it is lossy, writes the stored value that it stands
/// for. False when rest does not start with such a text; what was written then is to be dropped by the caller.
bool read_key_text(std::string_view& rest, template_part const& part, field_type const& type, value_writer& out);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/key/text.ipp>
#endif
