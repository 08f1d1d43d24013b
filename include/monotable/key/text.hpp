// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/value.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/key/key_template.hpp>
#include <monotable/key/shape.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Conversion between values and the texts of placeholders in keys. docs/key-format.md specifies every byte.
///
/// Invariants:
/// 1. Injective: the texts of different values differ, and no text with the delimiter that follows it is a prefix of
///    another. Lossy placeholders (is_lossy) are excepted.
/// 2. Ordered: the byte order of the texts is the order of the values, reversed by `desc`, unless is_unordered.
namespace monotable::detail {

/// FNV-1a of the attribute's text, with the halves folded. Part of the key format: must never change.
constexpr std::uint64_t stable_hash(std::string_view text) {
    std::uint64_t hash = 14695981039346656037u;
    for (char const c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return hash ^ (hash >> 32);
}

[[noreturn]] void refuse_key_value(std::string_view entity, template_part const& part, std::string_view value,
                                   std::string_view reason);

/// The shard of a value, in [0, shards).
std::uint64_t shard_of(value_view v, std::uint16_t shards);

void append_shard(byte_buffer& out, std::uint64_t shard, std::uint64_t last);

/// Appends a string, or a prefix of one, folded and escaped as its placeholder specifies.
void append_string(byte_buffer& out, template_part const& part, std::string_view text);

/// Appends the text of `v`, the stored value of a field of this type. Throws bad_value, with the names of entity and
/// field, if the value cannot be part of a key: an empty string, a number that exceeds its width, a missing prefix.
void append_key_text(byte_buffer& out, std::string_view entity, template_part const& part, field_type const& type,
                     value_view v);

/// Consumes the text of one placeholder at the start of `rest` and, unless it is lossy, writes the stored value. False
/// if `rest` does not start with such a text; the caller must then discard what was written.
bool read_key_text(std::string_view& rest, template_part const& part, field_type const& type, value_writer& out);

/// Consumes a text that read_key_text would consume, without decoding it. False, with `rest` unspecified, if there is none.
bool match_key_text(std::string_view& rest, template_part const& part, field_type const& type);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/key/text.ipp>
#endif
