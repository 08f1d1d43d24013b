// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/memory_arena.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace monotable::detail {

/// The partitions of one collection in the order of their hashes (extendible hashing): a directory, indexed by the upper
/// bits of the hash, of segments, which are sorted arrays of slots. A slot has the upper 31 bits of the hash and the
/// handle of the partition's only record, or of the root of its tree.
class partition_map {
  public:
    using handle = memory_arena::handle;

    struct slot {
        std::uint64_t bits;

        static slot of(std::uint64_t hash, bool tree, handle block) noexcept {
            return {(hash >> 33 << 33) | std::uint64_t{tree} << 32 | block};
        }
        std::uint64_t hash_bits() const noexcept { return bits >> 33; }
        bool tree() const noexcept { return (bits >> 32 & 1) != 0; }
        handle block() const noexcept { return static_cast<handle>(bits); }
        void set(bool tree, handle block) noexcept { bits = (bits >> 33 << 33) | std::uint64_t{tree} << 32 | block; }
    };

    /// A slot, or the end of its segment.
    struct position {
        std::size_t directory; ///< one of those of the segment
        handle segment;
        std::size_t index;
    };

    /// Segments with `most` slots are split.
    partition_map(memory_arena& arena, std::size_t most) noexcept : arena_(&arena), most_(most) {}
    partition_map(partition_map const&) = delete;
    partition_map& operator=(partition_map const&) = delete;

    bool empty() const noexcept { return count_ == 0; }
    std::size_t size() const noexcept { return count_; }

    static std::uint64_t bits_of(std::uint64_t hash) noexcept { return hash >> 33; }

    /// The first slot whose hash bits are not less than those of the hash, in the segment of the hash. REQUIRES: !empty().
    position find(std::uint64_t hash) const noexcept {
        auto const at = directory_of(hash);
        auto const in = segment(directory_[at]);
        return {at, directory_[at], in.lower_bound(hash)};
    }
    /// True if the position is a slot.
    bool valid(position p) const noexcept { return p.index < segment(p.segment).count(); }
    slot at(position p) const noexcept { return segment(p.segment).get(p.index); }
    void set(position p, slot to) const noexcept { segment(p.segment).set(p.index, to); }

    /// Moves a position that is the end of its segment to the next slot. False if there is none.
    bool settle(position& p) const noexcept;
    bool begin(position& p) const noexcept {
        if (empty()) return false;
        p = {0, directory_[0], 0};
        return settle(p);
    }

    /// Makes room for `count` insertions of hashes like this one. Throws std::bad_alloc.
    void make_room(std::uint64_t hash, std::size_t count) {
        if (!directory_.empty()) {
            auto const in = segment(directory_[directory_of(hash)]);
            if (in.count() + count <= in.room()) return;
        }
        enlarge(hash, count);
    }
    /// REQUIRES: make_room() for it, and `p` is its place.
    void insert(position p, slot added) noexcept;
    void erase(position p) noexcept;
    /// Frees all segments.
    void clear() noexcept;

    void prefetch(std::uint64_t hash) const noexcept {
        auto const block = directory_[directory_of(hash)];
        auto const in = segment(block);
        __builtin_prefetch(in.address(in.guess(hash)));
    }
    void prefetch_segment(std::uint64_t hash) const noexcept {
        __builtin_prefetch(arena_->at(directory_[directory_of(hash)]));
    }

  private:
    // The head of the block, the number of slots, for how many there is room, the number of bits of the hash that the
    // slots share, the slots.
    class segment_view {
      public:
        static constexpr std::size_t head_size = 16;

        explicit segment_view(char* block) noexcept : p_(block) {}

        std::size_t count() const noexcept { return load_at<std::uint32_t>(p_ + 4); }
        std::size_t room() const noexcept { return load_at<std::uint32_t>(p_ + 8); }
        unsigned depth() const noexcept { return load_at<std::uint32_t>(p_ + 12); }
        void set_count(std::size_t count) const noexcept { store_at(p_ + 4, static_cast<std::uint32_t>(count)); }
        void set(std::size_t count, std::size_t room, unsigned depth) const noexcept {
            set_count(count);
            store_at(p_ + 8, static_cast<std::uint32_t>(room));
            store_at(p_ + 12, std::uint32_t{depth});
        }

        char* address(std::size_t i) const noexcept { return p_ + head_size + 8 * i; }
        slot get(std::size_t i) const noexcept { return {load_at<std::uint64_t>(address(i))}; }
        void set(std::size_t i, slot to) const noexcept { store_at(address(i), to.bits); }

        // Hashes are distributed evenly, so that a slot is near its proportional place.
        std::size_t guess(std::uint64_t hash) const noexcept { return (hash << depth() >> 32) * count() >> 32; }
        std::size_t lower_bound(std::uint64_t hash) const noexcept {
            auto const bits = bits_of(hash);
            auto const end = count();
            auto i = guess(hash);
            while (i != end && get(i).hash_bits() < bits) ++i;
            while (i != 0 && get(i - 1).hash_bits() >= bits) --i;
            return i;
        }

      private:
        char* p_;
    };

    static constexpr unsigned max_depth = 24;

    segment_view segment(handle block) const noexcept { return segment_view(arena_->at(block)); }
    std::size_t directory_of(std::uint64_t hash) const noexcept { return hash >> 1 >> (63 - depth_); }

    handle make_segment(std::size_t room, unsigned depth);
    void enlarge(std::uint64_t hash, std::size_t count);
    bool split(std::uint64_t hash);

    memory_arena* arena_;
    std::size_t most_;
    std::vector<handle> directory_; ///< 2^depth_ segments
    unsigned depth_ = 0;
    std::size_t segments_ = 0, count_ = 0;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/partition_map.ipp>
#endif
