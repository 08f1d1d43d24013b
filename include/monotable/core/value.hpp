// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/decimal.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace monotable {

/// A value that owns its encoding. Views of it are valid until it is assigned to, moved from or destroyed. A value that
/// was moved from is null or holds another value. Constructors and factories throw bad_value for strings that are not
/// UTF-8, sets that are empty or have duplicates, and lists nested too deeply.
class value {
  public:
    value() noexcept = default;
    value(std::nullptr_t) : value() {}
    value(char const* utf8) : value(std::string_view(utf8)) {}
    value(std::string_view utf8);
    value(std::string const& utf8) : value(std::string_view(utf8)) {}
    value(std::same_as<bool> auto v) {
        write([&](value_writer& out) { out.boolean(v); });
    }
    value(detail::integer auto v) {
        write([&](value_writer& out) { out.number(v); });
    }
    value(decimal const& v);
    explicit value(value_view view) : bytes_(view.bytes()) {}

    static value null() { return {}; }
    static value boolean(bool v) { return v; }
    static value number(decimal const& v) { return v; }
    static value string(std::string_view utf8) { return utf8; }
    static value binary(std::string_view bytes);
    static value list(std::initializer_list<value> elements);
    static value map(item_view members) { return value(members.as_value()); }
    static value string_set(std::initializer_list<std::string_view> elements);
    static value number_set(std::initializer_list<decimal> elements);
    static value binary_set(std::initializer_list<std::string_view> elements);

    /// Takes ownership of untrusted bytes. Throws bad_item unless they are an encoded value (see validate).
    static value parse(std::string bytes);

    /// Takes ownership of bytes that are not validated. REQUIRES: a value_writer wrote them as one value.
    static value from_encoding(std::string bytes) {
        value result;
        result.bytes_ = std::move(bytes);
        return result;
    }

    value(value const&) = default;
    value& operator=(value const&) = default;
    value(value&&) noexcept = default;
    value& operator=(value&& other) noexcept {
        bytes_.swap(other.bytes_);
        return *this;
    }
    ~value() = default;

    operator value_view() const noexcept { return view(); }
    value_view view() const noexcept { return bytes_.empty() ? value_view() : value_view(bytes_.data()); }

    value_type type() const noexcept { return view().type(); }
    std::string_view bytes() const noexcept {
        return bytes_.empty() ? detail::view_of(detail::null_encoding, 1) : std::string_view(bytes_);
    }

    friend bool operator==(value const& a, value const& b) noexcept { return a.bytes() == b.bytes(); }
    friend bool operator==(value const& a, value_view b) noexcept { return a.view() == b; }

  private:
    template <class F>
    void write(F&& content) {
        value_writer out(bytes_);
        content(out);
    }
    template <class F>
    static value made(F&& content);
    template <class T, class F>
    static value set(value_type type, std::initializer_list<T> elements, F&& element);

    std::string bytes_; // empty for a null that was constructed or moved from as such
};

} // namespace monotable

template <>
struct std::hash<monotable::value> {
    std::size_t operator()(monotable::value const& v) const noexcept {
        return std::hash<std::string_view>()(v.bytes());
    }
};

#ifndef MONOTABLE_COMPILED
#include <monotable/core/value.ipp>
#endif
