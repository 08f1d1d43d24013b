// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/ordered_entries.hpp>

#include <cassert>

namespace monotable::detail {

MONOTABLE_INLINE ordered_entries::handle ordered_entries::find(std::uint64_t hash, entry_key key) const noexcept {
    if (map_.empty()) return 0;
    for (auto p = map_.find(hash); map_.valid(p); ++p.index) {
        auto const next = map_.at(p);
        if (next.hash_bits() != partition_map::bits_of(hash)) return 0;
        auto const record = next.tree() ? trees_.find(next.block(), key.sort) : next.block();
        if (record == 0 || partition_of(record).compare(key.partition) != 0) continue;
        if (next.tree() || sort_of(record).compare(key.sort) == 0) return record;
        return 0;
    }
    return 0;
}

MONOTABLE_INLINE bool ordered_entries::locate(std::uint64_t hash, std::string_view partition,
                                              position& p) const noexcept {
    for (p = map_.find(hash); map_.valid(p); ++p.index) {
        auto const next = map_.at(p);
        if (next.hash_bits() != partition_map::bits_of(hash)) return false;
        auto const key = partition_of(next);
        auto const order = key.compare(partition);
        if (order == 0) return true;
        auto const other = key.hash(); // the first 31 bits of both are equal
        if (other != hash ? other > hash : order > 0) return false;
    }
    return false;
}

MONOTABLE_INLINE void ordered_entries::insert(std::uint64_t hash, entry_key key, handle record) noexcept {
    assert(partition_of(record).compare(key.partition) == 0 && sort_of(record).compare(key.sort) == 0);
    position p;
    if (!locate(hash, key.partition, p)) return map_.insert(p, slot::of(hash, false, record));
    auto found = map_.at(p);
    auto root = found.block();
    if (found.tree()) trees_.insert(root, key.sort, record);
    else root = trees_.make(root, key.sort, record);
    found.set(true, root);
    map_.set(p, found);
}

MONOTABLE_INLINE void ordered_entries::erase(std::uint64_t hash, entry_key key, handle record) noexcept {
    position p;
    bool const there = locate(hash, key.partition, p);
    assert(there);
    static_cast<void>(there);
    auto found = map_.at(p);
    if (!found.tree()) return map_.erase(p);
    auto root = found.block();
    trees_.erase(root, key.sort, record);
    if (auto const only = trees_.only(root); only != 0) {
        arena_->free(root);
        found.set(false, only);
    } else {
        found.set(true, root);
    }
    map_.set(p, found);
}

MONOTABLE_INLINE bool ordered_entries::replace(std::uint64_t hash, entry_key key, handle record, handle by) noexcept {
    if (map_.empty() || find(hash, key) != record) return false;
    position p;
    locate(hash, key.partition, p);
    auto found = map_.at(p);
    if (found.tree()) {
        trees_.replace(found.block(), key.sort, record, by);
    } else {
        found.set(false, by);
        map_.set(p, found);
    }
    return true;
}

MONOTABLE_INLINE void ordered_entries::clear() noexcept {
    position p;
    if (map_.begin(p)) do
            if (map_.at(p).tree()) trees_.clear(map_.at(p).block());
        while (++p.index, map_.settle(p));
    map_.clear();
}

} // namespace monotable::detail
