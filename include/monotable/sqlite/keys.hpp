// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>

#include <cstdint>
#include <string>
#include <string_view>

/// The keys of a file's entries, whose format sqlite_file describes.
namespace monotable::detail {

void append_entry_key(std::string& out, std::uint32_t collection, entry_key key);

/// The least key of a partition, and the least key after it.
void append_partition_begin(std::string& out, std::uint32_t collection, std::string_view partition);
void append_partition_end(std::string& out, std::uint32_t collection, std::string_view partition);

/// The least key whose partition has this hash or a greater one.
void append_hash_begin(std::string& out, std::uint32_t collection, std::uint64_t hash);

/// Appends the key of the item that an index entry belongs to, given the key of the entry. `has_sort`: the table has a sort
/// key. False if `entry` is not the key of an index entry.
bool append_item_key(std::string& out, std::uint32_t items, bool has_sort, std::string_view entry);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/keys.ipp>
#endif
