// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/sort_trees.hpp>

#include <bit>
#include <cassert>
#include <cstring>

namespace monotable::detail {

MONOTABLE_INLINE void sort_trees::node::set_room(std::size_t room) const noexcept {
    auto const old = *this;
    auto const prefix = old.prefix();
    auto* const from = old.record_bytes(0);
    auto* const to = p_ + head_size + 8 * room;
    std::memmove(to, from, 4 * count()); // a leaf, which becomes smaller
    std::memmove(to + 4 * room, prefix.data(), prefix.size());
    set_number(5, room);
}

MONOTABLE_INLINE sort_trees::handle sort_trees::make_node(std::size_t count, std::size_t room, std::size_t level,
                                                          std::string_view prefix) noexcept {
    auto spare = prefix.size() + (room == most_ ? spare_prefix : 0);
    if (spare > max_prefix) spare = max_prefix;
    auto const made = arena_->allocate(bytes_of(level, room, spare));
    auto const in = at(made);
    in.set(count, room, level);
    in.set_prefix(prefix);
    return made;
}

MONOTABLE_INLINE sort_trees::place sort_trees::find_in(node in, std::string_view sort) const noexcept {
    auto const prefix = in.prefix();
    auto const count = in.count();
    auto const common = prefix.size() < sort.size() ? prefix.size() : sort.size();
    auto const order = std::memcmp(sort.data(), prefix.data(), common);
    if (order != 0 || common != prefix.size()) return {order <= 0 ? 0 : count, false};
    std::uint64_t word;
    if (sort.size() >= common + 8) {
        word = load_at<std::uint64_t>(sort.data() + common);
        if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    } else {
        word = sort_word(text_key(sort), common);
    }
    std::size_t low = 0;
    for (auto size = count; size > 1;) {
        auto const half = size / 2;
        low = in.word(low + half - 1) < word ? low + half : low;
        size -= half;
    }
    low += in.word(low) < word;
    if (low == count || in.word(low) != word) return {low, false};
    auto high = low + 1;
    while (high != count && in.word(high) == word) ++high;
    while (low != high) {
        auto const middle = (low + high) / 2;
        auto const compared = key_of(in.record(middle)).compare(sort);
        if (compared == 0) return {middle, true};
        if (compared < 0) low = middle + 1;
        else high = middle;
    }
    return {low, false};
}

MONOTABLE_INLINE sort_trees::handle sort_trees::find(handle root, std::string_view sort) const noexcept {
    for (;;) {
        auto const in = at(root);
        auto const found = find_in(in, sort);
        if (found.equal) return in.record(found.index);
        if (in.level() == 0 || found.index == 0) return 0;
        root = in.child(found.index - 1);
    }
}

// The leaf in which the key is or would be inserted.
MONOTABLE_INLINE sort_trees::cursor sort_trees::path_to(handle root, std::string_view sort) const noexcept {
    cursor out;
    for (out.depth_ = 0;; ++out.depth_) {
        auto const in = at(root);
        auto const found = find_in(in, sort);
        bool const inner = in.level() != 0;
        auto const i = found.index - (inner && !found.equal && found.index != 0);
        out.node_[out.depth_] = root;
        out.index_[out.depth_] = static_cast<std::uint8_t>(i);
        if (!inner) return out;
        root = in.child(i);
    }
}

MONOTABLE_INLINE sort_trees::cursor sort_trees::lower_bound(handle root, std::string_view sort) const noexcept {
    auto out = path_to(root, sort);
    if (out.depth_ != 0) out.next_node(*this);
    return out;
}

MONOTABLE_INLINE sort_trees::cursor sort_trees::begin(handle root) const noexcept {
    cursor out;
    for (out.depth_ = 0;; ++out.depth_) {
        out.node_[out.depth_] = root;
        out.index_[out.depth_] = 0;
        if (at(root).level() == 0) return out;
        root = at(root).child(0);
    }
}

MONOTABLE_INLINE sort_trees::cursor sort_trees::end(handle root) const noexcept {
    cursor out;
    for (out.depth_ = 0;; ++out.depth_) {
        auto const in = at(root);
        bool const inner = in.level() != 0;
        out.node_[out.depth_] = root;
        out.index_[out.depth_] = static_cast<std::uint8_t>(in.count() - inner);
        if (!inner) return out;
        root = in.child(in.count() - 1);
    }
}

// Moves from after the last entry of a leaf to the next leaf, if there is one.
MONOTABLE_INLINE void sort_trees::cursor::next_node(sort_trees const& in) noexcept {
    if (valid(in)) return;
    auto depth = depth_;
    do {
        if (depth == 0) return; // the end
        --depth;
    } while (index_[depth] + std::size_t{1} == in.at(node_[depth]).count());
    ++index_[depth];
    for (; depth != depth_; ++depth) {
        node_[depth + 1] = in.at(node_[depth]).child(index_[depth]);
        index_[depth + 1] = 0;
    }
}

MONOTABLE_INLINE void sort_trees::cursor::previous_node(sort_trees const& in) noexcept {
    auto depth = depth_;
    while (index_[depth] == 0) --depth;
    --index_[depth];
    for (; depth != depth_; ++depth) {
        node_[depth + 1] = in.at(node_[depth]).child(index_[depth]);
        index_[depth + 1] = static_cast<std::uint8_t>(in.at(node_[depth + 1]).count() - 1);
    }
}

/// Shortens the prefix to what the key shares with it.
template <class Key>
void sort_trees::cover(node in, Key const& key) const noexcept {
    auto const prefix = in.prefix();
    auto const kept = key.common(prefix);
    if (kept == prefix.size()) return;
    auto const tail = sort_word(text_key(prefix), kept);
    auto const bits = 8 * (prefix.size() - kept);
    for (std::size_t i = 0; i != in.count(); ++i) in.set_word(i, bits >= 64 ? tail : tail | in.word(i) >> bits);
    in.set_prefix_size(kept);
}

template <class Key>
void sort_trees::set_entry(node in, std::size_t i, Key const& key, handle record) const noexcept {
    cover(in, key);
    in.set_word(i, sort_word(key, in.prefix().size()));
    in.set_record(i, record);
}

template <class Key>
void sort_trees::put(node in, std::size_t i, Key const& key, handle record, handle child) const noexcept {
    auto const count = in.count();
    assert(count < in.room());
    in.copy(i + 1, in, i, count - i);
    in.set_count(count + 1); // before the words are changed
    set_entry(in, i, key, record);
    if (in.level() != 0) in.set_child(i, child);
}

/// Changes the first records of inner nodes after that of the node at `depth` has changed.
template <class Key>
void sort_trees::set_first(cursor const& path, unsigned depth, Key const& key, handle record) const noexcept {
    while (depth-- != 0) {
        set_entry(at(path.node_[depth]), path.index_[depth], key, record);
        if (path.index_[depth] != 0) return;
    }
}

/// Lengthens the prefix to what all entries share, as far as there is room.
MONOTABLE_INLINE void sort_trees::tighten(handle block) const noexcept {
    auto const in = at(block);
    auto const count = in.count();
    if (count < 2) return;
    auto room = arena_->capacity(block) - bytes_of(in.level(), in.room(), 0);
    if (room > max_prefix) room = max_prefix;
    char first[max_prefix];
    auto const prefix = view_of(first, key_of(in.record(0)).copy(first, room, 0));
    auto const common = key_of(in.record(count - 1)).common(prefix);
    if (common <= in.prefix().size()) return;
    in.set_prefix(prefix.substr(0, common));
    for (std::size_t i = 0; i != count; ++i) in.set_word(i, sort_word(key_of(in.record(i)), common));
}

/// Moves the entries after the place of an insertion, or half of them, to a new node. Keys that only grow leave full nodes.
MONOTABLE_INLINE sort_trees::handle sort_trees::split(handle full, std::size_t i) noexcept {
    auto const from = at(full);
    auto const count = from.count(), kept = i == count ? count : count / 2;
    if (kept == count) tighten(full);
    auto const made = make_node(count - kept, most_, from.level(), from.prefix());
    at(made).copy(0, from, kept, count - kept);
    from.set_count(kept);
    if (kept == count) return made;
    tighten(full);
    tighten(made);
    return made;
}

template <class Key>
void sort_trees::insert_at(handle& root, cursor& path, unsigned depth, std::size_t i, Key const& key, handle record,
                           handle child) noexcept {
    auto const block = path.node_[depth];
    auto const in = at(block);
    if (in.count() != in.room()) return put(in, i, key, record, child);
    if (in.room() < most_) { // the only node of its tree
        auto const room = in.room() + (in.room() < 8 ? 2 : in.room() / 4);
        root = make_node(in.count(), room < most_ ? room : most_, 0, in.prefix());
        at(root).copy(0, in, 0, in.count());
        arena_->free(block);
        return put(at(root), i, key, record, 0);
    }
    auto const made = split(block, i);
    auto const right = at(made);
    if (i > in.count() || right.count() == 0) put(right, i - in.count(), key, record, child);
    else put(in, i, key, record, child);
    auto const next = key_of(right.record(0));
    if (depth != 0)
        return insert_at(root, path, depth - 1, path.index_[depth - 1] + std::size_t{1}, next, right.record(0), made);
    char first[max_prefix];
    auto const start = key_of(in.record(0));
    auto const size = start.copy(first, max_prefix, 0);
    root = make_node(0, most_, in.level() + 1, view_of(first, next.common(view_of(first, size))));
    put(at(root), 0, start, in.record(0), block);
    put(at(root), 1, next, right.record(0), made);
    if (height_ <= in.level() + 1) height_ = in.level() + 2;
}

MONOTABLE_INLINE sort_trees::handle sort_trees::make(handle record, std::string_view sort, handle added) noexcept {
    char first[max_prefix];
    auto const key = key_of(record);
    auto const size = key.copy(first, max_prefix, 0);
    auto const root =
        make_node(0, most_ < 4 ? most_ : 4, 0, view_of(first, text_key(sort).common(view_of(first, size))));
    put(at(root), 0, key, record, 0);
    put(at(root), key.compare(sort) < 0 ? 1 : 0, text_key(sort), added, 0);
    return root;
}

MONOTABLE_INLINE void sort_trees::insert(handle& root, std::string_view sort, handle record) noexcept {
    auto path = path_to(root, sort);
    text_key const key(sort);
    auto const i = path.index_[path.depth_];
    if (i == 0) set_first(path, path.depth_, key, record);
    insert_at(root, path, path.depth_, i, key, record, 0);
}

MONOTABLE_INLINE void sort_trees::erase(handle& root, std::string_view sort, handle record) noexcept {
    auto path = path_to(root, sort);
    auto const depth = path.depth_;
    assert(at(path.node_[depth]).record(path.index_[depth]) == record);
    static_cast<void>(record);
    erase_at(path, depth, path.index_[depth]);
    for (auto in = at(root); in.level() != 0 && in.count() == 1; in = at(root)) {
        auto const child = in.child(0);
        arena_->free(root);
        root = child;
    }
    if (auto const in = at(root); in.level() == 0 && in.room() > 8 && in.count() <= in.room() / 4) {
        in.set_room(in.room() / 2);
        arena_->shrink(root, bytes_of(0, in.room(), in.prefix().size()));
    }
}

MONOTABLE_INLINE void sort_trees::erase_at(cursor& path, unsigned depth, std::size_t i) noexcept {
    auto const block = path.node_[depth];
    auto const in = at(block);
    auto const count = in.count() - 1;
    in.copy(i, in, i + 1, count - i);
    in.set_count(count);
    if (count == 0) {
        arena_->free(block);
        return erase_at(path, depth - 1, path.index_[depth - 1]);
    }
    if (i == 0) set_first(path, depth, key_of(in.record(0)), in.record(0));
    if (depth != 0 && count < most_ / 4) merge(path, depth);
}

/// Merges the node at `depth` with a neighbor if they are small enough.
MONOTABLE_INLINE void sort_trees::merge(cursor& path, unsigned depth) noexcept {
    auto const parent = at(path.node_[depth - 1]);
    std::size_t right = path.index_[depth - 1];
    if (right + 1 != parent.count()) ++right;
    if (right == 0) return;
    auto const from = at(parent.child(right)), to = at(parent.child(right - 1));
    if (from.count() + to.count() > most_ * 3 / 4) return;
    cover(from, text_key(to.prefix()));
    cover(to, text_key(from.prefix()));
    to.copy(to.count(), from, 0, from.count());
    to.set_count(to.count() + from.count());
    arena_->free(parent.child(right));
    erase_at(path, depth - 1, right);
}

MONOTABLE_INLINE void sort_trees::replace(handle root, std::string_view sort, handle record, handle by) noexcept {
    auto const path = path_to(root, sort);
    for (auto depth = path.depth_ + 1; depth-- != 0;) {
        auto const in = at(path.node_[depth]);
        assert(in.record(path.index_[depth]) == record);
        in.set_record(path.index_[depth], by);
        if (path.index_[depth] != 0) break;
    }
    static_cast<void>(record);
}

MONOTABLE_INLINE void sort_trees::clear(handle root) noexcept {
    auto const in = at(root);
    if (in.level() != 0)
        for (std::size_t i = 0; i != in.count(); ++i) clear(in.child(i));
    arena_->free(root);
}

} // namespace monotable::detail
