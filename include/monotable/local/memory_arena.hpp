// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace monotable::detail {

/// Integers at any address, and of the type of which they were written last.
template <class T>
T load_at(char const* from) noexcept {
    T out;
    std::memcpy(&out, from, sizeof out);
    return out;
}
template <class T>
void store_at(char* to, T value) noexcept {
    std::memcpy(to, &value, sizeof value);
}

/// Allocates blocks of bytes, which 32-bit handles identify: up to 32 GiB. Freed blocks are merged with their free
/// neighbors and used again; memory without blocks goes back to the system. Blocks are aligned to 8 bytes. The first four
/// bytes of a block belong to the arena.
class memory_arena {
  public:
    /// 0 identifies no block.
    using handle = std::uint32_t;

    static constexpr std::size_t head_size = 4;
    static constexpr std::size_t largest_reserved = 4096;

    /// Blocks are allocated from chunks of 2^(chunk_bits + 3) bytes. REQUIRES: 12 <= chunk_bits <= 24.
    explicit memory_arena(unsigned chunk_bits = 17) noexcept
        : bits_(chunk_bits), mask_((handle{1} << chunk_bits) - 1) {}
    memory_arena(memory_arena const&) = delete;
    memory_arena& operator=(memory_arena const&) = delete;
    ~memory_arena();

    char* at(handle block) const noexcept {
        return chunks_.data()[block >> bits_] + (static_cast<std::size_t>(block & mask_) << 3);
    }

    /// Throws std::bad_alloc if there is no memory. `bytes` includes the first four.
    handle allocate(std::size_t bytes) {
        auto const units = units_of(bytes);
        if (units > largest()) return allocate_large(units);
        auto const bin = first_bin(units);
        if (bin != bins) return take(bin, units);
        if (top_end_ - top_ < units) start_chunk();
        return take_top(units);
    }

    /// Ensures that blocks of `bytes` together, each of at most largest_reserved bytes, can be allocated without an
    /// exception. Throws std::bad_alloc.
    void reserve(std::size_t bytes) {
        if (units_of(bytes) > top_end_ - top_) reserve_chunks(units_of(bytes));
    }

    /// Gives back what was reserved and not needed.
    void trim() noexcept {
        while (spares_.size() > 1) {
            release_region(spares_.back());
            spares_.pop_back();
        }
    }

    void free(handle block) noexcept;

    /// Reduces a block to its first `bytes`.
    void shrink(handle block, std::size_t bytes) noexcept;

    /// The size of a block, which is at least the one that was requested.
    std::size_t capacity(handle block) const noexcept { return static_cast<std::size_t>(head(block) >> 2) << 3; }

    /// The memory that the arena has from the system.
    std::size_t mapped() const noexcept { return mapped_; }

  private:
    // A block begins with its size in units of 8 bytes, shifted by two, and the flags. A free block continues with
    // the handles of the next and the previous free block of its bin, and ends with its size. The first unit of a chunk
    // is not used. The last unit, and the one at `top_`, look like blocks of size 0. No two free blocks are neighbors.
    static constexpr std::uint32_t is_free = 1, previous_free = 2;
    static constexpr std::size_t least = 2; // units of a block

    static constexpr unsigned bins = 192;

    static std::size_t units_of(std::size_t bytes) noexcept {
        auto const units = (bytes + 7) >> 3;
        return units < least ? least : units;
    }
    std::size_t chunk_units() const noexcept { return std::size_t{1} << bits_; }
    // The units of the largest blocks that share chunks with others. One unit can be added to a block.
    std::size_t largest() const noexcept { return chunk_units() / 4; }

    std::uint32_t head(handle block) const noexcept { return load_at<std::uint32_t>(at(block)); }
    void set_head(handle block, std::size_t units, std::uint32_t flags) const noexcept {
        store_at(at(block), static_cast<std::uint32_t>(units << 2) | flags);
    }

    // Exact for up to 31 units, then eight bins for each power of two.
    static unsigned bin_of(std::size_t units) noexcept;
    // The first bin that is not empty, and whose blocks have at least these units.
    unsigned first_bin(std::size_t units) const noexcept {
        return (used_bins_[0] | used_bins_[1] | used_bins_[2]) == 0 ? bins : search_bins(units);
    }
    unsigned search_bins(std::size_t units) const noexcept;

    handle take_top(std::size_t units) noexcept {
        auto const block = top_;
        if (top_end_ - top_ == units + 1) ++units; // a single unit would be lost
        top_ += static_cast<handle>(units);
        set_head(block, units, 0);
        set_head(top_, 0, 0);
        return block;
    }
    handle take(unsigned bin, std::size_t units) noexcept;
    void link(handle block, std::size_t units) noexcept;
    void unlink(handle block, std::size_t units) noexcept;

    void start_chunk();
    void start_chunk(handle chunk) noexcept;
    void reserve_chunks(std::size_t units);
    handle allocate_large(std::size_t units);
    std::size_t add_region(std::size_t bytes);
    void release_region(std::size_t index) noexcept;
    void release_chunk(std::size_t index) noexcept;

    unsigned bits_;
    handle mask_;
    handle top_ = 0, top_end_ = 0; ///< the rest of the newest chunk
    std::vector<char*> chunks_;    ///< by the upper bits of handles; null if not used
    std::uint64_t used_bins_[3] = {};
    std::vector<std::size_t> region_sizes_; ///< for each chunk; 0 if it belongs to the preceding region or is not used
    std::vector<std::size_t> spares_;       ///< chunks without blocks
    std::size_t mapped_ = 0;
    handle first_[bins] = {};
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/memory_arena.ipp>
#endif
