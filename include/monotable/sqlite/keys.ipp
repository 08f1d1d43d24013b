// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/collection_keys.hpp>
#include <monotable/sqlite/keys.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace monotable::detail {

inline void append_big_endian(std::string& out, std::uint64_t number, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out += static_cast<char>((number >> shift) & 0xff);
}

MONOTABLE_INLINE void append_hash_begin(std::string& out, std::uint32_t collection, std::uint64_t hash) {
    append_big_endian(out, collection, 4);
    append_big_endian(out, hash, 8);
}

MONOTABLE_INLINE void append_partition_begin(std::string& out, std::uint32_t collection, std::string_view partition) {
    append_hash_begin(out, collection, partition_hash(partition));
    append_component(out, partition);
}

MONOTABLE_INLINE void append_partition_end(std::string& out, std::uint32_t collection, std::string_view partition) {
    append_partition_begin(out, collection, partition);
    out.back() = '\2';
}

MONOTABLE_INLINE void append_entry_key(std::string& out, std::uint32_t collection, entry_key key) {
    append_partition_begin(out, collection, key.partition);
    out.append(key.sort);
}

// Removes the last component with the 00 01 at its end, which occurs only at the end of components.
inline bool take_component(std::string_view& from, std::string& out) {
    constexpr std::string_view end("\0\1", 2);
    if (!from.ends_with(end)) return false;
    from.remove_suffix(end.size());
    auto const before = from.rfind(end);
    auto const begin = before == from.npos ? 0 : before + end.size();
    auto payload = from.substr(begin);
    from = from.substr(0, begin);
    for (;;) {
        auto const zero = payload.find('\0');
        if (zero == payload.npos) break;
        if (zero + 1 == payload.size()) return false; // the FF after it
        out.append(payload.substr(0, zero + 1));
        payload.remove_prefix(zero + 2);
    }
    out.append(payload);
    return true;
}

MONOTABLE_INLINE bool append_item_key(std::string& out, std::uint32_t items, bool has_sort, std::string_view entry) {
    constexpr std::size_t prefix = 12;
    if (entry.size() < prefix) return false;
    entry.remove_prefix(prefix);
    std::string sort, partition;
    if ((has_sort && !take_component(entry, sort)) || !take_component(entry, partition)) return false;
    append_entry_key(out, items, {partition, sort});
    return true;
}

} // namespace monotable::detail
