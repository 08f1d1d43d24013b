// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/decimal.hpp>
#include <monotable/core/type.hpp>
#include <monotable/core/varint.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Views read encoded values in place. A view is one non-owning pointer to a well-formed encoding (see validate), cheap
/// to copy, and valid as long as those bytes are neither moved nor destroyed. Reading is thread-safe.
namespace monotable {

class list_view;
class item_view;
class set_view;

namespace detail {

inline constexpr char null_encoding[1] = {0};
inline constexpr char empty_item_encoding[6] = {static_cast<char>(value_type::map), 1, 0, 0, 0, 0};

/// Always inlined: the types that have no length take no call.
[[gnu::always_inline]] constexpr char const* end_of_value(char const* p) noexcept {
    auto const type = static_cast<value_type>(*p++);
    if (is_key_type(type)) {
        auto const size = read_varint(p);
        return p + size;
    }
    if (is_container(type)) return p + 4 + read_u32(p);
    return type == value_type::boolean ? p + 1 : p;
}

} // namespace detail

/// One value. Values are equal as in DynamoDB: same type, numbers by value, sets and maps regardless of order.
/// REQUIRES of each accessor: the value has the type that it names.
class value_view {
  public:
    value_view() noexcept = default; // the value null
    explicit value_view(char const* encoding) noexcept : p_(encoding) {}

    value_type type() const noexcept { return static_cast<value_type>(*p_); }
    bool is(value_type t) const noexcept { return type() == t; }

    bool as_bool() const noexcept {
        assert(is(value_type::boolean));
        return p_[1] != 0;
    }
    std::string_view as_string() const noexcept {
        assert(is(value_type::string));
        return payload();
    }
    std::string_view as_binary() const noexcept {
        assert(is(value_type::binary));
        return payload();
    }
    decimal as_number() const noexcept { return decimal::from_bytes(number_bytes()); }
    std::optional<std::int64_t> as_int64() const noexcept {
        return detail::to_int64(detail::decode_number(number_bytes()));
    }
    std::optional<std::uint64_t> as_uint64() const noexcept {
        return detail::to_uint64(detail::decode_number(number_bytes()));
    }
    std::string_view number_bytes() const noexcept {
        assert(is(value_type::number));
        return payload();
    }
    list_view as_list() const noexcept;
    item_view as_map() const noexcept;
    set_view as_set() const noexcept; // of any set type

    /// The bytes of a number, string or binary, whose memcmp order is DynamoDB's order of values of that type.
    std::string_view key_bytes() const noexcept {
        assert(is_key_type(type()));
        return payload();
    }

    /// The whole encoding.
    std::string_view bytes() const noexcept { return {p_, static_cast<std::size_t>(detail::end_of_value(p_) - p_)}; }

    friend bool operator==(value_view a, value_view b) noexcept { return a.bytes() == b.bytes(); }

  private:
    std::string_view payload() const noexcept {
        auto p = p_ + 1;
        return detail::read_sized(p);
    }

    char const* p_ = detail::null_encoding;
};

namespace detail {

/// The order of two names. Most pairs differ in their first character, which is compared without a call.
[[gnu::always_inline]] constexpr int compare_names(std::string_view a, std::string_view b) noexcept {
    if (!a.empty() && !b.empty() && a[0] != b[0]) return byte(a[0]) < byte(b[0]) ? -1 : 1;
    return a.compare(b);
}

/// Element readers return the element at a position and advance the position past it.
struct read_value {
    using result = value_view;
    static value_view next(char const*& p) noexcept {
        value_view const result(p);
        p = end_of_value(p);
        return result;
    }
};

struct read_element {
    using result = std::string_view;
    static std::string_view next(char const*& p) noexcept { return read_sized(p); }
};

struct member {
    std::string_view name;
    value_view value;
};

struct read_member {
    using result = member;
    static member next(char const*& p) noexcept {
        auto const name = read_sized(p);
        return {name, read_value::next(p)};
    }
};

/// A list, map or set, encoded as tag, u32 size of the rest, varint count, elements. Iteration is linear in the
/// elements visited; size() and end() take constant time.
template <class Reader>
class sequence {
  public:
    using value_type = typename Reader::result;

    class iterator {
      public:
        using value_type = typename Reader::result;
        using reference = value_type;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using iterator_concept = std::forward_iterator_tag;

        iterator() noexcept = default;
        explicit iterator(char const* p) noexcept : p_(p) {}

        value_type operator*() const noexcept {
            auto p = p_;
            return Reader::next(p);
        }
        iterator& operator++() noexcept {
            Reader::next(p_);
            return *this;
        }
        iterator operator++(int) noexcept {
            auto const old = *this;
            ++*this;
            return old;
        }
        friend bool operator==(iterator a, iterator b) noexcept { return a.p_ == b.p_; }

      private:
        char const* p_ = nullptr;
    };

    std::size_t size() const noexcept {
        auto p = p_ + 5;
        return read_varint(p);
    }
    bool empty() const noexcept { return size() == 0; }

    iterator begin() const noexcept {
        auto p = p_ + 5;
        read_varint(p);
        return iterator(p);
    }
    iterator end() const noexcept { return iterator(end_of_value(p_)); }

    std::string_view bytes() const noexcept { return as_value().bytes(); }
    value_view as_value() const noexcept { return value_view(p_); }

    friend bool operator==(sequence a, sequence b) noexcept { return a.bytes() == b.bytes(); }

  protected:
    explicit sequence(char const* encoding) noexcept : p_(encoding) {}

    char const* p_;
};

} // namespace detail

class list_view : public detail::sequence<detail::read_value> {
  public:
    explicit list_view(char const* encoding) noexcept : sequence(encoding) {
        assert(value_view(encoding).is(monotable::value_type::list));
    }
};

/// The elements of a set in ascending order: strings, binaries, or encoded numbers (see decimal::from_bytes).
class set_view : public detail::sequence<detail::read_element> {
  public:
    explicit set_view(char const* encoding) noexcept : sequence(encoding) { assert(is_set(type())); }

    monotable::value_type type() const noexcept { return as_value().type(); }

    bool contains(std::string_view element) const noexcept {
        for (auto const each : *this)
            if (each >= element) return each == element;
        return false;
    }
};

/// An item, or a map inside one. Its members {name, value} are ordered by name. find() is linear and returns nullopt if
/// the name is absent.
class item_view : public detail::sequence<detail::read_member> {
  public:
    using member = detail::member;

    item_view() noexcept : sequence(detail::empty_item_encoding) {}
    explicit item_view(char const* encoding) noexcept : sequence(encoding) {
        assert(value_view(encoding).is(monotable::value_type::map));
    }

    std::optional<value_view> find(std::string_view name) const noexcept {
        auto p = p_ + 5;
        for (auto left = detail::read_varint(p); left != 0; --left) {
            auto const order = detail::compare_names(detail::read_sized(p), name);
            if (order == 0) return value_view(p);
            if (order > 0) break;
            p = detail::end_of_value(p);
        }
        return std::nullopt;
    }

    bool contains(std::string_view name) const noexcept { return find(name).has_value(); }
};

using map_view = item_view;

inline list_view value_view::as_list() const noexcept { return list_view(p_); }
inline item_view value_view::as_map() const noexcept { return item_view(p_); }
inline set_view value_view::as_set() const noexcept { return set_view(p_); }

} // namespace monotable
