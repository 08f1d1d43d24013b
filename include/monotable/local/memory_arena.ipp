// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/memory_arena.hpp>

#include <bit>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace monotable::detail {

/// Memory that goes back to the system as soon as it is released, if it is large. Aligned to at least 16 bytes.
inline constexpr std::size_t least_mapping = std::size_t{256} * 1024;

MONOTABLE_INLINE char* map_memory(std::size_t size) {
#if __has_include(<sys/mman.h>)
    if (size >= least_mapping) {
        auto* const made = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (made == MAP_FAILED) throw std::bad_alloc();
        return static_cast<char*>(made);
    }
#endif
    return static_cast<char*>(::operator new(size));
}

MONOTABLE_INLINE void unmap_memory(char* from, std::size_t size) noexcept {
#if __has_include(<sys/mman.h>)
    if (size >= least_mapping) {
        ::munmap(from, size);
        return;
    }
#endif
    ::operator delete(from);
}

MONOTABLE_INLINE memory_arena::~memory_arena() {
    for (std::size_t i = 0; i != chunks_.size(); ++i)
        if (region_sizes_[i] != 0) unmap_memory(chunks_[i], region_sizes_[i]);
}

MONOTABLE_INLINE unsigned memory_arena::bin_of(std::size_t units) noexcept {
    if (units < 32) return static_cast<unsigned>(units);
    auto const power = static_cast<unsigned>(std::bit_width(units)) - 1;
    return 32 + (power - 5) * 8 + static_cast<unsigned>((units >> (power - 3)) & 7);
}

MONOTABLE_INLINE unsigned memory_arena::search_bins(std::size_t units) const noexcept {
    if (units >= 32) units += (std::size_t{1} << (std::bit_width(units) - 4)) - 1; // every block of the bin fits
    auto const bin = bin_of(units);
    auto word = bin / 64;
    auto used = used_bins_[word] >> (bin % 64) << (bin % 64);
    while (used == 0) {
        if (++word == bins / 64) return bins;
        used = used_bins_[word];
    }
    return word * 64 + static_cast<unsigned>(std::countr_zero(used));
}

MONOTABLE_INLINE void memory_arena::link(handle block, std::size_t units) noexcept {
    set_head(block, units, is_free);
    auto const bin = bin_of(units);
    auto* const p = at(block);
    store_at(p + 4, first_[bin]);
    store_at(p + 8, handle{0});
    store_at(p + units * 8 - 4, static_cast<std::uint32_t>(units));
    if (first_[bin] != 0) store_at(at(first_[bin]) + 8, block);
    first_[bin] = block;
    used_bins_[bin / 64] |= std::uint64_t{1} << (bin % 64);
}

MONOTABLE_INLINE void memory_arena::unlink(handle block, std::size_t units) noexcept {
    auto const bin = bin_of(units);
    auto* const p = at(block);
    auto const next = load_at<handle>(p + 4), previous = load_at<handle>(p + 8);
    if (next != 0) store_at(at(next) + 8, previous);
    if (previous != 0) store_at(at(previous) + 4, next);
    else if ((first_[bin] = next) == 0) used_bins_[bin / 64] &= ~(std::uint64_t{1} << (bin % 64));
}

MONOTABLE_INLINE memory_arena::handle memory_arena::take(unsigned bin, std::size_t units) noexcept {
    auto const block = first_[bin];
    std::size_t const size = head(block) >> 2;
    unlink(block, size);
    if (size - units >= least) {
        set_head(block, units, 0);
        link(block + static_cast<handle>(units), size - units);
    } else {
        auto const next = block + static_cast<handle>(size);
        set_head(block, size, 0);
        store_at(at(next), head(next) & ~previous_free);
    }
    return block;
}

MONOTABLE_INLINE void memory_arena::free(handle block) noexcept {
    std::size_t units = head(block) >> 2;
    if (units > largest() + 1) return release_region(block >> bits_);
    if ((head(block) & previous_free) != 0) {
        std::size_t const before = load_at<std::uint32_t>(at(block) - 4);
        block -= static_cast<handle>(before);
        unlink(block, before);
        units += before;
    }
    auto next = block + static_cast<handle>(units);
    if (next == top_) {
        top_ = block;
        return set_head(top_, 0, 0);
    }
    if ((head(next) & is_free) != 0) {
        std::size_t const behind = head(next) >> 2;
        unlink(next, behind);
        units += behind;
        next = block + static_cast<handle>(units);
    }
    if (units == chunk_units() - 2) return release_chunk(block >> bits_);
    store_at(at(next), head(next) | previous_free);
    link(block, units);
}

MONOTABLE_INLINE void memory_arena::shrink(handle block, std::size_t bytes) noexcept {
    auto const units = units_of(bytes);
    std::size_t const size = head(block) >> 2;
    if (size > largest() + 1 || size < units + least) return;
    set_head(block, units, head(block) & previous_free);
    auto const rest = block + static_cast<handle>(units);
    set_head(rest, size - units, 0);
    free(rest);
}

MONOTABLE_INLINE void memory_arena::start_chunk() {
    if (spares_.empty()) reserve_chunks(top_end_ - top_ + 1);
    else {
        auto const chunk = spares_.back();
        spares_.pop_back();
        start_chunk(static_cast<handle>(chunk));
    }
}

MONOTABLE_INLINE void memory_arena::start_chunk(handle chunk) noexcept {
    auto const rest = top_, units = top_end_ - top_;
    top_ = (chunk << bits_) + 1;
    top_end_ = (chunk << bits_) + mask_;
    set_head(top_end_, 0, 0);
    set_head(top_, 0, 0);
    if (units == 0) return;
    if (units == chunk_units() - 2) return spares_.push_back(rest >> bits_); // has room, see add_region()
    set_head(rest + units, 0, previous_free);
    link(rest, units);
}

// The newest chunk is the first to be used, then the spare ones. Each can lose less than the largest block.
MONOTABLE_INLINE void memory_arena::reserve_chunks(std::size_t units) {
    std::size_t const lost = largest_reserved / 8 < chunk_units() / 2 ? largest_reserved / 8 : chunk_units() / 2;
    auto const useful = [lost](std::size_t rest) { return rest > lost ? rest - lost : 0; };
    auto const all = useful(chunk_units() - 2);
    auto left = useful(top_end_ - top_) + spares_.size() * all;
    if (units <= all) { // the usual case: one chunk has all of it
        auto const index = spares_.empty() ? add_region(chunk_units() * 8) : spares_.back();
        if (!spares_.empty()) spares_.pop_back();
        return start_chunk(static_cast<handle>(index));
    }
    for (; left < units; left += all) spares_.push_back(add_region(chunk_units() * 8));
}

MONOTABLE_INLINE memory_arena::handle memory_arena::allocate_large(std::size_t units) {
    if (units < largest() + 2) units = largest() + 2;
    auto const index = add_region((units + 1) * 8);
    auto const block = static_cast<handle>(index << bits_) + 1;
    set_head(block, units, 0);
    return block;
}

MONOTABLE_INLINE std::size_t memory_arena::add_region(std::size_t bytes) {
    auto const count = (bytes + chunk_units() * 8 - 1) / (chunk_units() * 8);
    std::size_t index = 0, unused = 0;
    for (; index + unused != chunks_.size() && unused != count;) {
        if (chunks_[index + unused] == nullptr) ++unused;
        else {
            index += unused + 1;
            unused = 0;
        }
    }
    if (index + count > (std::size_t{1} << (32 - bits_)) || bytes > (std::size_t{1} << 32)) throw std::bad_alloc();
    if (index + count > chunks_.size()) {
        if (chunks_.capacity() < index + count) chunks_.reserve(2 * (index + count));
        if (region_sizes_.capacity() < chunks_.capacity()) region_sizes_.reserve(chunks_.capacity());
        if (spares_.capacity() < chunks_.capacity()) spares_.reserve(chunks_.capacity());
    }
    auto* const base = map_memory(bytes);
    if (index + count > chunks_.size()) {
        chunks_.resize(index + count);
        region_sizes_.resize(index + count);
    }
    for (std::size_t i = 0; i != count; ++i) chunks_[index + i] = base + i * chunk_units() * 8;
    region_sizes_[index] = bytes;
    mapped_ += bytes;
    return index;
}

MONOTABLE_INLINE void memory_arena::release_region(std::size_t index) noexcept {
    auto const bytes = region_sizes_[index];
    unmap_memory(chunks_[index], bytes);
    auto const count = (bytes + chunk_units() * 8 - 1) / (chunk_units() * 8);
    for (std::size_t i = 0; i != count; ++i) chunks_[index + i] = nullptr;
    region_sizes_[index] = 0;
    mapped_ -= bytes;
}

// One empty chunk is kept, so that writes at its border do not map and unmap it again and again.
MONOTABLE_INLINE void memory_arena::release_chunk(std::size_t index) noexcept {
    if (spares_.empty()) spares_.push_back(index);
    else release_region(index);
}

} // namespace monotable::detail
