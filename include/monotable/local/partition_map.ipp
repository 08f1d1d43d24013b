// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/partition_map.hpp>

#include <cstring>

namespace monotable::detail {

MONOTABLE_INLINE bool partition_map::settle(position& p) const noexcept {
    while (!valid(p)) {
        auto const shared = depth_ - segment(p.segment).depth();
        p.directory = ((p.directory >> shared) + 1) << shared;
        if (p.directory == directory_.size()) return false;
        p.segment = directory_[p.directory];
        p.index = 0;
    }
    return true;
}

MONOTABLE_INLINE partition_map::handle partition_map::make_segment(std::size_t room, unsigned depth) {
    auto const made = arena_->allocate(segment_view::head_size + 8 * room);
    segment(made).set(0, room, depth);
    return made;
}

MONOTABLE_INLINE void partition_map::enlarge(std::uint64_t hash, std::size_t count) {
    if (directory_.empty()) {
        std::size_t const least = most_ < 4 ? most_ : 4;
        directory_.reserve(1);
        directory_.push_back(make_segment(count < least ? least : count, 0));
        segments_ = 1;
        return;
    }
    for (;;) {
        auto const block = directory_[directory_of(hash)];
        auto const in = segment(block);
        auto const needed = in.count() + count;
        if (needed <= in.room()) return;
        if (2 * in.count() >= most_ && needed > most_ && split(hash)) continue;
        auto room = 2 * in.room() < most_ ? 2 * in.room() : most_;
        while (room < needed) room *= 2;
        auto const made = make_segment(room, in.depth());
        auto const to = segment(made);
        std::memcpy(to.address(0), in.address(0), 8 * in.count());
        to.set_count(in.count());
        auto const span = std::size_t{1} << (depth_ - in.depth());
        auto const first = directory_of(hash) / span * span;
        for (std::size_t i = 0; i != span; ++i) directory_[first + i] = made;
        arena_->free(block);
        return;
    }
}

/// Splits the segment of the hash by the next bit of the hash. False if that is not possible, or if the directory would be
/// much larger than the segments, because many hashes have the same bits.
MONOTABLE_INLINE bool partition_map::split(std::uint64_t hash) {
    auto const block = directory_[directory_of(hash)];
    auto const depth = segment(block).depth();
    if (depth == depth_) {
        if (depth_ == max_depth || directory_.size() > 8 * segments_) return false;
        std::vector<handle> twice(2 * directory_.size());
        for (std::size_t i = 0; i != twice.size(); ++i) twice[i] = directory_[i / 2];
        directory_.swap(twice);
        ++depth_;
    }
    auto const in = segment(block);
    auto const count = in.count();
    auto const made = make_segment(in.room(), depth + 1);
    auto const to = segment(made);
    auto const bit = std::uint64_t{1} << (63 - depth);
    std::size_t kept = 0;
    while (kept != count && (in.get(kept).bits & bit) == 0) ++kept;
    std::memcpy(to.address(0), in.address(kept), 8 * (count - kept));
    to.set_count(count - kept);
    in.set(kept, in.room(), depth + 1);
    auto const half = std::size_t{1} << (depth_ - depth - 1);
    auto const first = directory_of(hash) / (2 * half) * (2 * half);
    for (std::size_t i = 0; i != half; ++i) directory_[first + half + i] = made;
    ++segments_;
    return true;
}

MONOTABLE_INLINE void partition_map::insert(position p, slot added) noexcept {
    auto const in = segment(p.segment);
    auto const count = in.count();
    std::memmove(in.address(p.index + 1), in.address(p.index), 8 * (count - p.index));
    in.set(p.index, added);
    in.set_count(count + 1);
    ++count_;
}

MONOTABLE_INLINE void partition_map::erase(position p) noexcept {
    auto const in = segment(p.segment);
    auto const count = in.count() - 1;
    std::memmove(in.address(p.index), in.address(p.index + 1), 8 * (count - p.index));
    in.set_count(count);
    --count_;
}

MONOTABLE_INLINE void partition_map::clear() noexcept {
    for (std::size_t i = 0; i != directory_.size();) {
        auto const block = directory_[i];
        i += std::size_t{1} << (depth_ - segment(block).depth());
        arena_->free(block);
    }
    std::vector<handle>().swap(directory_);
    depth_ = 0;
    segments_ = count_ = 0;
}

} // namespace monotable::detail
