// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/value.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable {

/// An item that owns its encoding. Views of it are valid until it is assigned to, moved from or destroyed. An item that
/// was moved from is empty or holds another item. Like a standard container: const functions may be called
/// concurrently.
class item {
  public:
    struct attribute {
        std::string_view name;
        monotable::value value;
    };

    item() noexcept = default;

    /// Attributes in any order. Throws bad_value if a name occurs twice or is not UTF-8.
    item(std::initializer_list<attribute> attributes);

    explicit item(item_view view) : bytes_(view.bytes()) {}

    /// Takes ownership of untrusted bytes. Throws bad_item unless they are an encoded item (see validate_item).
    static item parse(std::string bytes);

    /// Takes ownership of bytes that are not validated. REQUIRES: a value_writer wrote them as one map.
    static item from_encoding(std::string bytes) noexcept { return item(std::move(bytes), 0); }

    item(item const&) = default;
    item& operator=(item const&) = default;
    item(item&&) noexcept = default;
    item& operator=(item&& other) noexcept {
        bytes_.swap(other.bytes_);
        return *this;
    }
    ~item() = default;

    operator item_view() const noexcept { return view(); }
    item_view view() const noexcept { return bytes_.empty() ? item_view() : item_view(bytes_.data()); }

    std::optional<value_view> find(std::string_view name) const noexcept { return view().find(name); }
    bool contains(std::string_view name) const noexcept { return view().contains(name); }
    std::size_t size() const noexcept { return view().size(); }
    bool empty() const noexcept { return view().empty(); }
    auto begin() const noexcept { return view().begin(); }
    auto end() const noexcept { return view().end(); }
    std::string_view bytes() const noexcept {
        return bytes_.empty() ? detail::view_of(detail::empty_item_encoding, sizeof detail::empty_item_encoding)
                              : std::string_view(bytes_);
    }

    friend bool operator==(item const& a, item const& b) noexcept { return a.bytes() == b.bytes(); }
    friend bool operator==(item const& a, item_view b) noexcept { return a.bytes() == b.bytes(); }

  private:
    item(std::string bytes, int) noexcept : bytes_(std::move(bytes)) {}

    std::string bytes_; // empty for an item without attributes that was constructed or moved from as such
};

} // namespace monotable

template <>
struct std::hash<monotable::item> {
    std::size_t operator()(monotable::item const& v) const noexcept { return std::hash<std::string_view>()(v.bytes()); }
};

#ifndef MONOTABLE_COMPILED
#include <monotable/core/item.ipp>
#endif
