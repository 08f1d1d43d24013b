// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/value/item.hpp>
#include <monotable/value/varint.hpp>
#include <monotable/value/view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// Walks an item by whole members: the bytes of name and value together.
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

/// Puts an item together from whole members, which come in the order of their names.
class item_assembler {
  public:
    item_assembler() : bytes_(empty_item_encoding, sizeof empty_item_encoding) {}

    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
    void add(std::string_view member) {
        bytes_.append(member);
        ++count_;
    }
    item finish() && {
        char count[10];
        auto const width = write_varint(count, count_);
        bytes_.replace(5, 1, count, width);
        write_u32(bytes_.data() + 1, static_cast<std::uint32_t>(bytes_.size() - 5));
        return item::from_encoding(std::move(bytes_));
    }

  private:
    std::string bytes_;
    std::uint64_t count_ = 0;
};

/// The attributes of `from` among `names`, which are sorted.
inline item project(item_view from, array_view<std::string_view> names) {
    item_assembler out;
    std::size_t i = 0;
    for (member_cursor member(from); !member.done() && i != names.size();) {
        auto const order = member.name().compare(names[i]);
        if (order == 0) out.add(member.bytes());
        if (order <= 0) member.advance();
        if (order >= 0) ++i;
    }
    return std::move(out).finish();
}

/// `next` and those attributes of `previous` that are neither in it nor `known`.
inline item carry_over(item_view next, item_view previous, array_view<std::string_view> known) {
    auto const is_known = [&](std::string_view name) {
        for (auto const each : known)
            if (each == name) return true;
        return false;
    };
    item_assembler out;
    out.reserve(next.bytes().size() + 64);
    member_cursor a(next), b(previous);
    while (!a.done() || !b.done()) {
        auto const order = a.done() ? 1 : b.done() ? -1 : a.name().compare(b.name());
        if (order <= 0) {
            out.add(a.bytes());
            a.advance();
        } else if (!is_known(b.name())) {
            out.add(b.bytes());
        }
        if (order >= 0) b.advance();
    }
    return std::move(out).finish();
}

} // namespace monotable::detail
