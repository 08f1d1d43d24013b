// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/config.hpp>
#include <monotable/core/varint.hpp>
#include <monotable/core/view.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/memory_arena.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// The names of the attributes of which the keys of a table and its indexes are made. Names are only added, so that
/// records know those that existed when they were written.
class record_key_names {
  public:
    /// The number of a name, which is added if it is new. Strong exception guarantee.
    std::uint16_t add(std::string_view name);

    std::size_t size() const noexcept { return names_.size(); }
    std::string const& operator[](std::size_t i) const noexcept { return names_[i]; }
    /// The numbers of the names in the order of the names.
    std::vector<std::uint16_t> const& sorted() const noexcept { return sorted_; }

  private:
    std::vector<std::string> names_;
    std::vector<std::uint16_t> sorted_;
};

/// An item in an arena: the head of the block; its size as DynamoDB counts; the number of key attributes, at
/// most 127; the offsets of their values in the item, 0 if it has no such attribute; the item. Offsets have two bytes in items
/// below 64 KiB, otherwise four.
class memory_record {
  public:
    explicit memory_record(char const* block) noexcept : p_(block) {}

    static std::size_t bytes_for(item_view item, record_key_names const& names) noexcept {
        auto const bytes = item.bytes().size();
        return first_offset + offsets(names) * (bytes > max_short ? 4u : 2u) + bytes;
    }
    /// REQUIRES: `to` has bytes_for(item, names) bytes.
    static void write(char* to, item_view item, std::uint32_t size, record_key_names const& names) noexcept;

    std::uint32_t size() const noexcept { return load_at<std::uint32_t>(p_ + 4); }
    item_view item() const noexcept { return item_view(item_bytes()); }
    stored_item stored(memory_arena::handle place) const noexcept {
        return {item(), size(), reinterpret_cast<void const*>(static_cast<std::uintptr_t>(place))};
    }

    /// The bytes of a key attribute; false if it is absent or cannot be in a key.
    bool part(std::size_t i, record_key_names const& names, std::string_view& out) const noexcept {
        auto const count = this->count();
        auto const* p = item_bytes();
        if (i < (count & most_parts)) {
            auto const offset = (count & wide) != 0 ? load_at<std::uint32_t>(p_ + first_offset + 4 * i)
                                                    : load_at<std::uint16_t>(p_ + first_offset + 2 * i);
            if (offset == 0) return false;
            p += offset;
        } else {
            auto const found = item().find(names[i]);
            if (!found) return false;
            p = found->bytes().data();
        }
        if (!is_key_type(static_cast<value_type>(*p))) return false;
        ++p;
        out = read_sized(p);
        return true;
    }

  private:
    static constexpr std::size_t first_offset = 9, max_short = 0xffff;
    static constexpr std::uint8_t wide = 0x80, most_parts = 0x7f;

    static std::size_t offsets(record_key_names const& names) noexcept {
        return names.size() < most_parts ? names.size() : most_parts;
    }

    std::uint8_t count() const noexcept { return byte(p_[8]); }
    char const* item_bytes() const noexcept {
        std::size_t const count = this->count();
        return p_ + first_offset + ((count & wide) != 0 ? 4 * (count & most_parts) : 2 * count);
    }

    char const* p_;
};

/// The attributes of the keys of one collection, by their numbers in record_key_names. A key is the bytes of one attribute, or
/// of several components; see collection_keys.
struct key_parts {
    struct list {
        std::uint8_t count = 0;
        bool components = false;
        std::uint16_t numbers[6] = {};

        void add(std::uint16_t number) noexcept { numbers[count++] = number; }
    };

    list partition = {}, sort = {};

    /// The keys of the index, or of the table if it is null. Adds names.
    static key_parts of(table_description const& table, index_description const* index, record_key_names& names);
};

/// The bytes of a partition or of a sort key, read from the record that has it. REQUIRES: the record has the attributes.
class record_key {
  public:
    record_key(memory_record record, key_parts::list const& parts, record_key_names const& names) noexcept
        : record_(record), parts_(&parts), names_(&names) {}

    /// True if the record has all attributes.
    bool exists() const noexcept {
        std::string_view part;
        for (std::size_t i = 0; i != parts_->count; ++i)
            if (!record_.part(parts_->numbers[i], *names_, part)) return false;
        return true;
    }

    /// Calls `f(bytes)` for successive pieces of the key until it returns false.
    template <class F>
    void for_pieces(F&& f) const {
        for (std::size_t i = 0; i != parts_->count; ++i) {
            std::string_view part;
            record_.part(parts_->numbers[i], *names_, part);
            if (!parts_->components) {
                f(part);
                return;
            }
            for (;;) {
                auto const* const zero =
                    part.empty() ? nullptr : static_cast<char const*>(std::memchr(part.data(), 0, part.size()));
                if (zero == nullptr) break;
                auto const size = static_cast<std::size_t>(zero - part.data());
                if (!f(part.substr(0, size)) || !f(view_of("\0\xff", 2))) return;
                part.remove_prefix(size + 1);
            }
            if (!f(part) || !f(view_of("\0\1", 2))) return;
        }
    }

    /// Negative, zero or positive, as the key is less than, equal to or greater than `other`.
    int compare(std::string_view other) const noexcept {
        int order = 0;
        for_pieces([&](std::string_view piece) {
            auto const common = piece.size() < other.size() ? piece.size() : other.size();
            order = common == 0 ? 0 : std::memcmp(piece.data(), other.data(), common);
            if (order == 0 && piece.size() > common) order = 1;
            other.remove_prefix(common);
            return order == 0;
        });
        return order != 0 ? order : other.empty() ? 0 : -1;
    }

    /// The number of bytes at the beginning that are equal.
    std::size_t common(std::string_view other) const noexcept {
        std::size_t count = 0;
        for_pieces([&](std::string_view piece) {
            std::size_t i = 0;
            while (i != piece.size() && count != other.size() && piece[i] == other[count]) {
                ++i;
                ++count;
            }
            return i == piece.size();
        });
        return count;
    }

    /// Copies up to `size` bytes from `offset` on; returns their number.
    std::size_t copy(char* to, std::size_t size, std::size_t offset) const noexcept {
        std::size_t copied = 0;
        for_pieces([&](std::string_view piece) {
            if (offset >= piece.size()) {
                offset -= piece.size();
                return true;
            }
            piece.remove_prefix(offset);
            offset = 0;
            auto const part = piece.size() < size - copied ? piece.size() : size - copied;
            std::memcpy(to + copied, piece.data(), part);
            copied += part;
            return copied != size;
        });
        return copied;
    }

    void append_to(std::string& out) const {
        for_pieces([&](std::string_view piece) {
            out.append(piece);
            return true;
        });
    }

    std::uint64_t hash() const noexcept {
        partition_hasher out;
        for_pieces([&](std::string_view piece) {
            out.add(piece);
            return true;
        });
        return out.hash();
    }

  private:
    memory_record record_;
    key_parts::list const* parts_;
    record_key_names const* names_;
};

/// A key in contiguous bytes, with the functions of record_key.
class text_key {
  public:
    explicit text_key(std::string_view text) noexcept : text_(text) {}

    std::size_t common(std::string_view other) const noexcept {
        auto const most = text_.size() < other.size() ? text_.size() : other.size();
        std::size_t i = 0;
        while (i != most && text_[i] == other[i]) ++i;
        return i;
    }
    std::size_t copy(char* to, std::size_t size, std::size_t offset) const noexcept {
        return offset >= text_.size() ? 0 : text_.copy(to, size, offset);
    }

  private:
    std::string_view text_;
};

/// The eight bytes of a key from `offset` on, as a number in the order of the bytes; zeros follow the last.
template <class Key>
std::uint64_t sort_word(Key const& key, std::size_t offset) noexcept {
    char bytes[8] = {};
    key.copy(bytes, sizeof bytes, offset);
    auto word = load_at<std::uint64_t>(bytes);
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    return word;
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/memory_record.ipp>
#endif
