// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/memory_arena.hpp>
#include <monotable/local/memory_record.hpp>
#include <monotable/local/partition_map.hpp>
#include <monotable/local/sort_trees.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace monotable::detail {

/// The sizes of the structures in memory. Tests use small ones.
struct memory_limits {
    std::size_t node = 64;    ///< entries of a node; 4 to 250
    std::size_t segment = 64; ///< slots of a segment of the directory of partitions; at least 2
    unsigned chunk_bits = 17; ///< see memory_arena
};

/// The entries of one collection in the order of partition_hash, partition, sort key. Entries are records in an arena that
/// have these keys; they are not owned. A partition with one entry consists of a slot of the map; one with several has a tree.
class ordered_entries {
  public:
    using handle = memory_arena::handle;

    ordered_entries(memory_arena& arena, record_key_names const& names, key_parts const& parts,
                    memory_limits const& limits)
        : arena_(&arena),
          names_(&names),
          parts_(parts),
          map_(arena, limits.segment),
          trees_(arena, names, parts_.sort, limits.node) {}
    ordered_entries(ordered_entries const&) = delete;
    ordered_entries& operator=(ordered_entries const&) = delete;

    /// True if the record has the attributes of the key.
    bool has_key(handle record) const noexcept { return partition_of(record).exists() && sort_of(record).exists(); }
    record_key partition_of(handle record) const noexcept { return {at(record), parts_.partition, *names_}; }
    record_key sort_of(handle record) const noexcept { return {at(record), parts_.sort, *names_}; }

    /// 0 if there is none.
    handle find(std::uint64_t hash, entry_key key) const noexcept;

    /// Calls `visitor(record)` for the entries of a partition in the order of their sort keys, or in reverse, until it
    /// returns false.
    template <class F>
    void visit(std::string_view partition, sort_range range, bool descending, F&& visitor) const;

    /// Calls `visitor(record)` for all entries of partitions with these hashes, after `after` unless it is null, until it
    /// returns false.
    template <class F>
    void scan(hash_range partitions, entry_key const* after, F&& visitor) const;

    /// The memory for `count` insertions at most, for memory_arena::reserve().
    std::size_t bytes_to_insert(std::size_t count) const noexcept { return trees_.bytes_to_insert(count); }
    /// Makes room in the map for `count` insertions into partitions with this hash. Throws std::bad_alloc.
    void make_room(std::uint64_t hash, std::size_t count) { map_.make_room(hash, count); }

    /// Inserts a record, which has this key. REQUIRES: make_room(), bytes_to_insert(), and no entry has the key.
    void insert(std::uint64_t hash, entry_key key, handle record) noexcept;
    /// REQUIRES: the record is an entry, and has the key.
    void erase(std::uint64_t hash, entry_key key, handle record) noexcept;
    /// Replaces an entry by a record with the same key. False if `record` is not an entry.
    bool replace(std::uint64_t hash, entry_key key, handle record, handle by) noexcept;
    /// Frees memory that is not needed any more.
    void trim() noexcept {
        if (map_.empty()) map_.clear();
    }
    /// Removes all entries.
    void clear() noexcept;

    /// Hints to the processor, in this order, before find().
    void prefetch_segment(std::uint64_t hash) const noexcept {
        if (!map_.empty()) map_.prefetch_segment(hash);
    }
    void prefetch_slot(std::uint64_t hash) const noexcept {
        if (!map_.empty()) map_.prefetch(hash);
    }
    void prefetch_block(std::uint64_t hash) const noexcept {
        if (map_.empty()) return;
        auto const p = map_.find(hash);
        if (map_.valid(p)) trees_.prefetch(map_.at(p).block());
    }

  private:
    using position = partition_map::position;
    using slot = partition_map::slot;

    memory_record at(handle record) const noexcept { return memory_record(arena_->at(record)); }
    handle first_of(slot of) const noexcept { return of.tree() ? trees_.first(of.block()) : of.block(); }
    record_key partition_of(slot of) const noexcept { return partition_of(first_of(of)); }

    /// Finds the slot of a partition, or its place. REQUIRES: the map is not empty.
    bool locate(std::uint64_t hash, std::string_view partition, position& p) const noexcept;

    template <class F>
    bool visit_tree(sort_trees::cursor from, sort_trees::cursor const& to, F&& visitor) const;
    template <class F>
    bool visit_tree_back(sort_trees::cursor from, sort_trees::cursor const& to, F&& visitor) const;

    memory_arena* arena_;
    record_key_names const* names_;
    key_parts const parts_;
    partition_map map_;
    sort_trees trees_;
};

template <class F>
bool ordered_entries::visit_tree(sort_trees::cursor from, sort_trees::cursor const& to, F&& visitor) const {
    for (; !(from == to); from.next(trees_)) {
        from.prefetch(trees_, 4);
        if (!visitor(from.record(trees_))) return false;
    }
    return true;
}

template <class F>
bool ordered_entries::visit_tree_back(sort_trees::cursor from, sort_trees::cursor const& to, F&& visitor) const {
    while (!(from == to)) {
        from.previous(trees_);
        from.prefetch(trees_, -4);
        if (!visitor(from.record(trees_))) return false;
    }
    return true;
}

template <class F>
void ordered_entries::visit(std::string_view partition, sort_range range, bool descending, F&& visitor) const {
    position p;
    if (map_.empty() || !locate(partition_hash(partition), partition, p)) return;
    auto const found = map_.at(p);
    if (range.bounded && range.end <= range.begin) return;
    if (!found.tree()) {
        auto const sort = sort_of(found.block());
        if (sort.compare(range.begin) >= 0 && (!range.bounded || sort.compare(range.end) < 0)) visitor(found.block());
        return;
    }
    auto const root = found.block();
    auto const first = range.begin.empty() ? trees_.begin(root) : trees_.lower_bound(root, range.begin);
    auto const last = range.bounded ? trees_.lower_bound(root, range.end) : trees_.end(root);
    if (descending) visit_tree_back(last, first, visitor);
    else visit_tree(first, last, visitor);
}

template <class F>
void ordered_entries::scan(hash_range partitions, entry_key const* after, F&& visitor) const {
    if (map_.empty()) return;
    position p;
    if (after != nullptr) {
        auto const hash = partition_hash(after->partition);
        if (hash > partitions.last) return;
        if (locate(hash, after->partition, p)) {
            auto const found = map_.at(p);
            ++p.index;
            if (found.tree()) {
                auto from = trees_.lower_bound(found.block(), after->sort);
                if (from.valid(trees_) && sort_of(from.record(trees_)).compare(after->sort) == 0) from.next(trees_);
                if (!visit_tree(from, trees_.end(found.block()), visitor)) return;
            } else if (sort_of(found.block()).compare(after->sort) > 0 && !visitor(found.block())) {
                return;
            }
        }
    } else {
        p = map_.find(partitions.first);
        while (map_.valid(p) && map_.at(p).hash_bits() == partition_map::bits_of(partitions.first) &&
               partition_of(map_.at(p)).hash() < partitions.first)
            ++p.index;
    }
    for (; map_.settle(p); ++p.index) {
        auto const next = map_.at(p);
        auto const last = partition_map::bits_of(partitions.last);
        if (next.hash_bits() > last) return;
        if (next.hash_bits() == last && partition_of(next).hash() > partitions.last) return;
        if (next.tree()) {
            if (!visit_tree(trees_.begin(next.block()), trees_.end(next.block()), visitor)) return;
        } else if (!visitor(next.block())) {
            return;
        }
    }
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/ordered_entries.ipp>
#endif
