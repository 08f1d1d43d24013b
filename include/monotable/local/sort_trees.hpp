// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/memory_arena.hpp>
#include <monotable/local/memory_record.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace monotable::detail {

/// The entries of the partitions of one collection that have several: of each partition a B+tree of records in the
/// order of their sort keys, which is one small node as long as it has few entries. A node contains the prefix that the
/// sort keys of its entries share, and for each entry the following eight bytes of the key as a number and the handle
/// of the record, from which the rest of the key is read if the numbers of two keys are equal. No function throws:
/// callers reserve memory in the arena.
class sort_trees {
  public:
    using handle = memory_arena::handle;

    static constexpr unsigned max_height = 32;

    /// `most` is the number of entries in a node, from 4 to 250.
    sort_trees(memory_arena& arena, record_key_names const& names, key_parts::list const& sort,
               std::size_t most) noexcept
        : arena_(&arena), names_(&names), sort_(&sort), most_(most) {}

    /// An entry, or the end of a tree.
    class cursor {
      public:
        /// False at the end.
        bool valid(sort_trees const& in) const noexcept { return index_[depth_] != in.at(node_[depth_]).count(); }
        handle record(sort_trees const& in) const noexcept { return in.at(node_[depth_]).record(index_[depth_]); }
        /// A hint to the processor that the record `n` entries after this one will be read.
        void prefetch(sort_trees const& in, std::ptrdiff_t n) const noexcept {
            auto const leaf = in.at(node_[depth_]);
            auto const i = static_cast<std::size_t>(index_[depth_] + n);
            if (i < leaf.count()) in.prefetch(leaf.record(i));
        }
        /// REQUIRES: valid().
        void next(sort_trees const& in) noexcept {
            ++index_[depth_];
            if (depth_ != 0) next_node(in);
        }
        /// REQUIRES: it is not the first entry.
        void previous(sort_trees const& in) noexcept {
            if (index_[depth_] != 0) --index_[depth_];
            else previous_node(in);
        }
        friend bool operator==(cursor const& a, cursor const& b) noexcept {
            return a.node_[a.depth_] == b.node_[b.depth_] && a.index_[a.depth_] == b.index_[b.depth_];
        }

      private:
        friend class sort_trees;

        void next_node(sort_trees const& in) noexcept;
        void previous_node(sort_trees const& in) noexcept;

        unsigned depth_;
        handle node_[max_height];
        std::uint8_t index_[max_height];
    };

    /// A tree of one record and of another, which has the sort key.
    handle make(handle record, std::string_view sort, handle added) noexcept;
    void insert(handle& root, std::string_view sort, handle record) noexcept;
    /// REQUIRES: the tree has more than one entry, among them this one.
    void erase(handle& root, std::string_view sort, handle record) noexcept;
    /// Replaces a record by one with the same key.
    void replace(handle root, std::string_view sort, handle record, handle by) noexcept;
    void clear(handle root) noexcept;

    /// The record with this sort key; 0 if there is none.
    handle find(handle root, std::string_view sort) const noexcept;
    handle first(handle root) const noexcept { return at(root).record(0); }
    /// The only record of the tree; 0 if there are several.
    handle only(handle root) const noexcept {
        auto const in = at(root);
        return in.level() == 0 && in.count() == 1 ? in.record(0) : 0;
    }

    cursor begin(handle root) const noexcept;
    cursor end(handle root) const noexcept;
    /// The first entry whose key is not less.
    cursor lower_bound(handle root, std::string_view sort) const noexcept;

    /// The memory for `count` insertions at most.
    std::size_t bytes_to_insert(std::size_t count) const noexcept {
        return count * (height_ + 2 + (count > 1)) * bytes_of(1, most_, max_prefix);
    }

    /// A hint to the processor that the node or record will be read.
    void prefetch(handle block) const noexcept { __builtin_prefetch(arena_->at(block)); }

  private:
    static constexpr std::size_t max_prefix = 255, spare_prefix = 16;
    static constexpr std::size_t head_size = 8;

    /// A node: the head of the block; the number of its entries, for how many it has room, its height over the leaves,
    /// the size of the prefix; the words; the records; in inner nodes the children, whose first records these are; the prefix.
    class node {
      public:
        explicit node(char* block) noexcept : p_(block) {}

        std::size_t count() const noexcept { return number(4); }
        std::size_t room() const noexcept { return number(5); }
        std::size_t level() const noexcept { return number(6); }
        std::string_view prefix() const noexcept { return view_of(prefix_bytes(), number(7)); }
        void set(std::size_t count, std::size_t room, std::size_t level) const noexcept {
            set_number(5, room);
            set_number(6, level);
            set_count(count);
        }
        void set_count(std::size_t count) const noexcept { set_number(4, count); }
        void set_prefix(std::string_view prefix) const noexcept {
            std::memmove(prefix_bytes(), prefix.data(), prefix.size());
            set_number(7, prefix.size());
        }
        void set_prefix_size(std::size_t size) const noexcept { set_number(7, size); }

        std::uint64_t word(std::size_t i) const noexcept { return load_at<std::uint64_t>(word_bytes(i)); }
        handle record(std::size_t i) const noexcept { return load_at<handle>(record_bytes(i)); }
        handle child(std::size_t i) const noexcept { return load_at<handle>(child_bytes(i)); }
        void set_word(std::size_t i, std::uint64_t word) const noexcept { store_at(word_bytes(i), word); }
        void set_record(std::size_t i, handle record) const noexcept { store_at(record_bytes(i), record); }
        void set_child(std::size_t i, handle child) const noexcept { store_at(child_bytes(i), child); }

        /// Copies entries, also within a node.
        void copy(std::size_t to, node const& from, std::size_t first, std::size_t count) const noexcept {
            std::memmove(word_bytes(to), from.word_bytes(first), count * 8);
            std::memmove(record_bytes(to), from.record_bytes(first), count * 4);
            if (level() != 0) std::memmove(child_bytes(to), from.child_bytes(first), count * 4);
        }

        /// Changes the room, without which the bytes after the words move. REQUIRES: the block is large enough for both.
        void set_room(std::size_t room) const noexcept;

      private:
        std::size_t number(std::size_t i) const noexcept { return byte(p_[i]); }
        void set_number(std::size_t i, std::size_t n) const noexcept { p_[i] = static_cast<char>(n); }

        char* word_bytes(std::size_t i) const noexcept { return p_ + head_size + 8 * i; }
        char* record_bytes(std::size_t i) const noexcept { return p_ + head_size + 8 * room() + 4 * i; }
        char* child_bytes(std::size_t i) const noexcept { return p_ + head_size + 12 * room() + 4 * i; }
        char* prefix_bytes() const noexcept { return p_ + head_size + (level() != 0 ? 16 : 12) * room(); }

        char* p_;
    };

    /// The index of the first entry that is not less than a key, and whether it is equal.
    struct place {
        std::size_t index;
        bool equal;
    };

    static std::size_t bytes_of(std::size_t level, std::size_t room, std::size_t prefix) noexcept {
        return head_size + (level != 0 ? 16 : 12) * room + prefix;
    }

    node at(handle block) const noexcept { return node(arena_->at(block)); }
    record_key key_of(handle record) const noexcept {
        return record_key(memory_record(arena_->at(record)), *sort_, *names_);
    }

    handle make_node(std::size_t count, std::size_t room, std::size_t level, std::string_view prefix) noexcept;
    place find_in(node in, std::string_view sort) const noexcept;
    cursor path_to(handle root, std::string_view sort) const noexcept;

    template <class Key>
    void cover(node in, Key const& key) const noexcept;
    template <class Key>
    void set_entry(node in, std::size_t i, Key const& key, handle record) const noexcept;
    template <class Key>
    void put(node in, std::size_t i, Key const& key, handle record, handle child) const noexcept;
    template <class Key>
    void insert_at(handle& root, cursor& path, unsigned depth, std::size_t i, Key const& key, handle record,
                   handle child) noexcept;
    template <class Key>
    void set_first(cursor const& path, unsigned depth, Key const& key, handle record) const noexcept;
    handle split(handle full, std::size_t i) noexcept;
    void tighten(handle block) const noexcept;
    void erase_at(cursor& path, unsigned depth, std::size_t i) noexcept;
    void merge(cursor& path, unsigned depth) noexcept;

    memory_arena* arena_;
    record_key_names const* names_;
    key_parts::list const* sort_;
    std::size_t most_;
    std::size_t height_ = 1; ///< of the highest tree so far
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/sort_trees.ipp>
#endif
