// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/varint.hpp>
#include <monotable/core/view.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// Iterates over the members of an item, giving the bytes of name and value as one string. Does not own the item.
class member_cursor {
  public:
    explicit member_cursor(item_view item) noexcept : next_(item.bytes().data() + 5) {
        left_ = read_varint(next_);
        advance();
    }

    bool done() const noexcept { return start_ == nullptr; }
    std::string_view name() const noexcept { return name_; }
    value_view value() const noexcept { return value_view(value_); }
    std::string_view bytes() const noexcept { return {start_, static_cast<std::size_t>(next_ - start_)}; }
    void advance() noexcept {
        start_ = left_ == 0 ? nullptr : next_;
        if (left_ == 0) return;
        --left_;
        name_ = read_sized(next_);
        value_ = next_;
        next_ = end_of_value(value_);
    }

  private:
    char const* next_;
    char const* start_ = nullptr;
    char const* value_ = nullptr;
    std::string_view name_;
    std::uint64_t left_;
};

/// Builds an item from encoded members, which must be added in the order of their names.
class item_assembler {
  public:
    item_assembler() : bytes_(empty_item_encoding, sizeof empty_item_encoding) {}

    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
    void add(std::string_view member) {
        bytes_.append(member);
        ++count_;
    }
    item finish() &&;

  private:
    std::string bytes_;
    std::uint64_t count_ = 0;
};

/// The attributes of `from` whose names are in `names`. REQUIRES: `names` is sorted.
item project(item_view from, array_view<std::string_view> names);

/// True if the item has an attribute that is not in `known`. Fastest if `known` is sorted.
bool has_others(item_view item, array_view<std::string_view> known);

/// `next` plus those attributes of `previous` that are neither in `next` nor in `known`.
item carry_over(item_view next, item_view previous, array_view<std::string_view> known);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/core/assemble.ipp>
#endif
