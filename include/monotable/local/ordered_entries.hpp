// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/text.hpp>
#include <monotable/local/collection_engine.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

struct memory_record;

/// A key and a pointer to its record, in one allocation with the bytes of the key after it.
class memory_entry {
  public:
    static memory_entry* create(entry_key key, memory_record* record) {
        auto* const block = ::operator new(sizeof(memory_entry) + key.partition.size() + key.sort.size());
        return new (block) memory_entry(key, record);
    }
    static void destroy(memory_entry* entry) noexcept { ::operator delete(entry); }

    std::string_view partition() const noexcept { return view_of(bytes(), partition_size_); }
    std::string_view sort() const noexcept { return view_of(bytes() + partition_size_, sort_size_); }
    entry_key key() const noexcept { return {partition(), sort()}; }

    memory_record* record;

  private:
    memory_entry(entry_key key, memory_record* target) noexcept
        : record(target),
          partition_size_(static_cast<std::uint32_t>(key.partition.size())),
          sort_size_(static_cast<std::uint32_t>(key.sort.size())) {
        auto* const out = reinterpret_cast<char*>(this + 1);
        key.partition.copy(out, key.partition.npos);
        key.sort.copy(out + key.partition.size(), key.sort.npos);
    }

    char const* bytes() const noexcept { return reinterpret_cast<char const*>(this + 1); }

    std::uint32_t partition_size_;
    std::uint32_t sort_size_;
};

/// Entries in the order of partition_hash, partition, sort key: blocks of pointers with their hashes, so that a search
/// accesses only keys of partitions with the same hash. Owns its entries, not their records.
template <std::size_t BlockSize>
class ordered_entries {
  public:
    /// The position before the entry at `slot`, or the end.
    struct position {
        std::size_t block;
        std::size_t slot;

        friend bool operator==(position const&, position const&) = default;
    };

    ordered_entries() = default;
    ordered_entries(ordered_entries&& other) noexcept : blocks_(std::move(other.blocks_)) {}
    ordered_entries& operator=(ordered_entries&& other) noexcept {
        blocks_.swap(other.blocks_);
        return *this;
    }
    ~ordered_entries() {
        for (auto* each : blocks_) {
            for (std::size_t i = 0; i != each->size; ++i) memory_entry::destroy(each->slots[i].entry);
            delete each;
        }
    }

    position begin() const noexcept { return {0, 0}; }
    position end() const noexcept { return {blocks_.size(), 0}; }
    memory_entry* at(position p) const noexcept { return blocks_[p.block]->slots[p.slot].entry; }
    std::uint64_t hash_at(position p) const noexcept { return blocks_[p.block]->slots[p.slot].hash; }

    position next(position p) const noexcept {
        return p.slot + 1 != blocks_[p.block]->size ? position{p.block, p.slot + 1} : position{p.block + 1, 0};
    }
    position previous(position p) const noexcept {
        return p.slot != 0 ? position{p.block, p.slot - 1} : position{p.block - 1, blocks_[p.block - 1]->size - 1};
    }

    memory_entry* find(entry_key key) const noexcept {
        auto const p = lower_bound(key);
        return p != end() && at(p)->key() == key ? at(p) : nullptr;
    }

    /// The first entry whose key is not less than `key`.
    position lower_bound(entry_key key) const noexcept { return search({partition_hash(key.partition), key, false}); }
    /// The first entry after the partition.
    position behind(std::string_view partition) const noexcept {
        return search({partition_hash(partition), {partition, {}}, true});
    }
    position first_of(std::uint64_t hash) const noexcept { return search({hash, {}, false}); }

    /// Inserts an entry and takes ownership. Strong exception guarantee. REQUIRES: the key has no entry.
    void insert(memory_entry* entry) {
        auto const hash = partition_hash(entry->partition());
        auto const at = room_for({hash, entry->key(), false});
        auto& into = *blocks_[at.block];
        std::memmove(into.slots + at.slot + 1, into.slots + at.slot, (into.size - at.slot) * sizeof(slot));
        into.slots[at.slot] = {hash, entry};
        ++into.size;
    }

    /// Removes and destroys an entry. REQUIRES: it is one of this container.
    void erase(memory_entry* entry) noexcept {
        auto const at = lower_bound(entry->key());
        auto* const from = blocks_[at.block];
        --from->size;
        std::memmove(from->slots + at.slot, from->slots + at.slot + 1, (from->size - at.slot) * sizeof(slot));
        if (from->size == 0) {
            blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(at.block));
            delete from;
        }
        memory_entry::destroy(entry);
    }

  private:
    struct slot {
        std::uint64_t hash;
        memory_entry* entry;
    };
    struct block { // never empty
        std::size_t size;
        slot slots[BlockSize];
    };
    struct target {
        std::uint64_t hash;
        entry_key key;
        bool behind; // true: after all entries of the partition
    };

    static bool before(slot const& s, target const& t) noexcept {
        if (s.hash != t.hash) return s.hash < t.hash;
        auto const order = s.entry->partition().compare(t.key.partition);
        if (order != 0) return order < 0;
        return t.behind || s.entry->sort() < t.key.sort;
    }

    // The position in the last block whose first entry is before the target, after all entries that are before it.
    position place(target const& t) const noexcept {
        std::size_t low = 0, high = blocks_.size();
        while (low != high) {
            auto const middle = (low + high) / 2;
            if (before(blocks_[middle]->slots[0], t)) low = middle + 1;
            else high = middle;
        }
        if (low == 0) return {0, 0};
        auto const& in = *blocks_[low - 1];
        std::size_t first = 1, last = in.size;
        while (first != last) {
            auto const middle = (first + last) / 2;
            if (before(in.slots[middle], t)) first = middle + 1;
            else last = middle;
        }
        return {low - 1, first};
    }

    position search(target const& t) const noexcept {
        auto const p = place(t);
        return p.block != blocks_.size() && p.slot == blocks_[p.block]->size ? position{p.block + 1, 0} : p;
    }

    // The position for an insertion, in a block that is not full.
    position room_for(target const& t) {
        if (blocks_.empty()) {
            add_block(0);
            return {0, 0};
        }
        auto const p = place(t);
        auto& full = *blocks_[p.block];
        if (full.size != BlockSize) return p;
        // Ascending keys leave full blocks, others half full ones.
        auto const kept = p.slot == BlockSize ? BlockSize - 1 : BlockSize / 2;
        add_block(p.block + 1);
        auto& added = *blocks_[p.block + 1];
        added.size = BlockSize - kept;
        std::memcpy(added.slots, full.slots + kept, added.size * sizeof(slot));
        full.size = kept;
        return p.slot <= kept ? p : position{p.block + 1, p.slot - kept};
    }

    void add_block(std::size_t at) {
        if (blocks_.size() == blocks_.capacity()) blocks_.reserve(2 * blocks_.size() + 1);
        auto* const added = new block;
        added->size = 0;
        blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(at), added);
    }

    std::vector<block*> blocks_;
};

} // namespace monotable::detail
