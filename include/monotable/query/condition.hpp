// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/fwd.hpp>
#include <monotable/meta/fixed_string.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Conditions on fields by name, `"customer_id"_f == "c42"`, `"placed_at"_f.between(a, b)`, and assignments of updates,
/// `"total"_f += 5`.
///
/// Both own their values, except string literals, which are referenced. Conditions are data: the query that takes them
/// is planned from their types at compile time.
namespace monotable {

enum class comparison : std::uint8_t {
    equal,
    less,
    less_equal,
    greater,
    greater_equal,
    between,
    begins_with,
    not_equal,
    contains,
    exists,
    absent,
    is_type,
    in
}; // from not_equal on, for filters and when() only; `in` also for partition keys

namespace detail {

struct no_value {};

/// A comparison of the size of a field's value.
template <fixed_string Field, comparison Op, class V>
struct size_condition {
    V value;
};

/// Selects the index of a query: `db.query<Order>(mt::on<"GSI2">, ...)`.
template <fixed_string Index>
struct on_index {};

} // namespace detail

template <fixed_string Field, comparison Op, class First, class Second = detail::no_value>
struct condition {
    static constexpr auto field = Field;
    static constexpr comparison op = Op;

    First first;
    [[no_unique_address]] Second second;
};

template <fixed_string Field>
struct field;

namespace detail {

template <class T>
inline constexpr bool is_field = false;
template <fixed_string F>
inline constexpr bool is_field<field<F>> = true;
template <class T>
inline constexpr auto field_name = nullptr;
template <fixed_string F>
inline constexpr auto field_name<field<F>> = F;
template <class V>
concept plain_value = !is_field<std::remove_cvref_t<V>>;

/// String literals are referenced, other values are copied or moved.
template <class V>
struct condition_value_type {
    using type = std::decay_t<V>;
};
template <std::size_t N>
struct condition_value_type<char const (&)[N]> {
    using type = std::string_view;
};
template <std::size_t N>
struct condition_value_type<char (&)[N]> {
    using type = std::string;
};
template <>
struct condition_value_type<char const*&> {
    using type = std::string;
};
template <>
struct condition_value_type<char const*> {
    using type = std::string;
};
template <class V>
using condition_value_t = typename condition_value_type<V>::type;

template <class T>
inline constexpr bool is_field_condition = false;
template <fixed_string F, comparison O, class A, class B>
inline constexpr bool is_field_condition<condition<F, O, A, B>> = true;

/// Two conditions, both or any of which must hold.
template <bool Any, class A, class B>
struct junction {
    A first;
    B second;
};
template <class A>
struct negation {
    A operand;
};

/// Several values, possibly of different types.
template <class... V>
struct value_list {};
template <class First, class... Rest>
struct value_list<First, Rest...> {
    First first;
    [[no_unique_address]] value_list<Rest...> rest;
};

template <class First, class... Rest>
constexpr value_list<condition_value_t<First>, condition_value_t<Rest>...> listed_values(First&& first,
                                                                                         Rest&&... rest) {
    if constexpr (sizeof...(Rest) == 0) return {std::forward<First>(first), {}};
    else return {std::forward<First>(first), listed_values(std::forward<Rest>(rest)...)};
}

/// A container of values, in contrast to a single value.
template <class V>
concept listed_range = !std::is_convertible_v<V const&, std::string_view> && requires(V const& v) {
    typename V::value_type;
    v.begin() != v.end();
};

enum class action_kind : std::uint8_t { assign, add, subtract, append, prepend, insert, erase, remove };

/// An action of an update on a field.
template <fixed_string Field, action_kind Kind, class V>
struct assignment {
    [[no_unique_address]] V value;
};

template <fixed_string Field>
struct field_size;

template <class T>
inline constexpr bool is_operand = is_field_condition<T>;
template <bool Any, class A, class B>
inline constexpr bool is_operand<junction<Any, A, B>> = true;
template <class A>
inline constexpr bool is_operand<negation<A>> = true;
template <fixed_string F, comparison O, class V>
inline constexpr bool is_operand<size_condition<F, O, V>> = true;

template <class T>
concept operand = is_operand<T>;

} // namespace detail

/// A field by name, such as `"customer_id"_f`. A lossy placeholder is named with its format, such as `"name:lower"_f`;
/// conditions then compare its text.
template <fixed_string Field>
struct field {
    template <class V>
    using value_t = detail::condition_value_t<V>;

    /// The closed range from `low` to `high`; empty if `low` is greater than `high`.
    template <class A, class B>
    constexpr condition<Field, comparison::between, value_t<A>, value_t<B>> between(A&& low, B&& high) const {
        return {std::forward<A>(low), std::forward<B>(high)};
    }

    /// Strings that start with `prefix`. Only for fields of string type.
    template <class V>
    constexpr condition<Field, comparison::begins_with, value_t<V>> begins_with(V&& prefix) const {
        return {std::forward<V>(prefix), {}};
    }

    /// Equal to one of the values. In a query only for fields of the partition key; the query reads several partitions.
    template <class V, class... Rest>
        requires(sizeof...(Rest) != 0 || !detail::listed_range<std::remove_cvref_t<V>>)
    constexpr condition<Field, comparison::in, detail::value_list<value_t<V>, value_t<Rest>...>>
    in(V&& v, Rest&&... rest) const {
        return {detail::listed_values(std::forward<V>(v), std::forward<Rest>(rest)...), {}};
    }
    /// Equal to one of the elements of a container.
    template <detail::listed_range V>
    constexpr condition<Field, comparison::in, V> in(V values) const {
        return {std::move(values), {}};
    }

    // For filters and when():

    /// True for strings that contain this substring, and for sets and lists that contain this element.
    template <class V>
    constexpr condition<Field, comparison::contains, value_t<V>> contains(V&& v) const {
        return {std::forward<V>(v), {}};
    }
    constexpr condition<Field, comparison::exists, detail::no_value> exists() const { return {}; }
    constexpr condition<Field, comparison::absent, detail::no_value> absent() const { return {}; }
    /// True if the stored value has this type.
    constexpr condition<Field, comparison::is_type, value_type> is_type(value_type type) const { return {type, {}}; }
    /// The size, for comparisons: of strings in UTF-16 code units, otherwise the number of bytes or elements.
    constexpr detail::field_size<Field> size() const { return {}; }

    // For updates:

    template <detail::action_kind Kind, class V>
    using action = detail::assignment<Field, Kind, V>;

    /// Assigns a value, a field, if_absent(), or a sum or difference of these. An empty optional removes the field.
    template <class V>
    constexpr action<detail::action_kind::assign, value_t<V>>
    operator=(V&& v) const { // NOLINT(misc-unconventional-assign-operator)
        return {std::forward<V>(v)};
    }
    template <class V>
    constexpr action<detail::action_kind::add, value_t<V>> operator+=(V&& v) const {
        return {std::forward<V>(v)};
    }
    template <class V>
    constexpr action<detail::action_kind::subtract, value_t<V>> operator-=(V&& v) const {
        return {std::forward<V>(v)};
    }
    /// Appends elements to a list, which need not exist.
    template <class... V>
        requires(sizeof...(V) != 0)
    constexpr action<detail::action_kind::append, detail::value_list<value_t<V>...>> append(V&&... v) const {
        return {detail::listed_values(std::forward<V>(v)...)};
    }
    /// Inserts elements, in this order, at the beginning of a list, which need not exist.
    template <class... V>
        requires(sizeof...(V) != 0)
    constexpr action<detail::action_kind::prepend, detail::value_list<value_t<V>...>> prepend(V&&... v) const {
        return {detail::listed_values(std::forward<V>(v)...)};
    }
    /// Elements of a set.
    template <class... V>
        requires(sizeof...(V) != 0)
    constexpr action<detail::action_kind::insert, detail::value_list<value_t<V>...>> insert(V&&... v) const {
        return {detail::listed_values(std::forward<V>(v)...)};
    }
    template <class... V>
        requires(sizeof...(V) != 0)
    constexpr action<detail::action_kind::erase, detail::value_list<value_t<V>...>> erase(V&&... v) const {
        return {detail::listed_values(std::forward<V>(v)...)};
    }
    /// Removes a field that can be absent, an element of a list, or a member of a map.
    constexpr action<detail::action_kind::remove, detail::no_value> remove() const { return {}; }
};

// Comparisons, with the value on either side. Not friends, because each field would declare its own.
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::equal, detail::condition_value_t<V>> operator==(field<F>, V&& v) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::equal, detail::condition_value_t<V>> operator==(V&& v, field<F>) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::not_equal, detail::condition_value_t<V>> operator!=(field<F>, V&& v) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::not_equal, detail::condition_value_t<V>> operator!=(V&& v, field<F>) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::less, detail::condition_value_t<V>> operator<(field<F>, V&& v) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::greater, detail::condition_value_t<V>> operator<(V&& v, field<F>) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::less_equal, detail::condition_value_t<V>> operator<=(field<F>, V&& v) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::greater_equal, detail::condition_value_t<V>> operator<=(V&& v, field<F>) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::greater, detail::condition_value_t<V>> operator>(field<F>, V&& v) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::less, detail::condition_value_t<V>> operator>(V&& v, field<F>) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::greater_equal, detail::condition_value_t<V>> operator>=(field<F>, V&& v) {
    return {std::forward<V>(v), {}};
}
template <fixed_string F, detail::plain_value V>
constexpr condition<F, comparison::less_equal, detail::condition_value_t<V>> operator>=(V&& v, field<F>) {
    return {std::forward<V>(v), {}};
}

// Conditions that no key can serve, for filters and when().
template <fixed_string A, fixed_string B>
constexpr condition<A, comparison::equal, field<B>> operator==(field<A>, field<B> b) {
    return {b, {}};
}
template <fixed_string A, fixed_string B>
constexpr condition<A, comparison::not_equal, field<B>> operator!=(field<A>, field<B> b) {
    return {b, {}};
}
template <fixed_string A, fixed_string B>
constexpr condition<A, comparison::less, field<B>> operator<(field<A>, field<B> b) {
    return {b, {}};
}
template <fixed_string A, fixed_string B>
constexpr condition<A, comparison::less_equal, field<B>> operator<=(field<A>, field<B> b) {
    return {b, {}};
}
template <fixed_string A, fixed_string B>
constexpr condition<A, comparison::greater, field<B>> operator>(field<A>, field<B> b) {
    return {b, {}};
}
template <fixed_string A, fixed_string B>
constexpr condition<A, comparison::greater_equal, field<B>> operator>=(field<A>, field<B> b) {
    return {b, {}};
}
template <detail::operand A, class B>
constexpr detail::junction<false, A, B> operator&&(A a, B b) {
    return {std::move(a), std::move(b)};
}
template <detail::operand A, class B>
constexpr detail::junction<true, A, B> operator||(A a, B b) {
    return {std::move(a), std::move(b)};
}
template <detail::operand A>
constexpr detail::negation<A> operator!(A a) {
    return {std::move(a)};
}

namespace detail {

using monotable::operator&&, monotable::operator||, monotable::operator!; // found by the arguments of size_condition

template <fixed_string Field>
struct field_size {
    template <comparison Op, class V>
    using compared = size_condition<Field, Op, V>;

    template <class V>
    friend constexpr compared<comparison::equal, V> operator==(field_size, V v) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::not_equal, V> operator!=(field_size, V v) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::less, V> operator<(field_size, V v) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::less_equal, V> operator<=(field_size, V v) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::greater, V> operator>(field_size, V v) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::greater_equal, V> operator>=(field_size, V v) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::equal, V> operator==(V v, field_size) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::not_equal, V> operator!=(V v, field_size) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::greater, V> operator<(V v, field_size) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::greater_equal, V> operator<=(V v, field_size) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::less, V> operator>(V v, field_size) {
        return {v};
    }
    template <class V>
    friend constexpr compared<comparison::less_equal, V> operator>=(V v, field_size) {
        return {v};
    }
};

} // namespace detail

inline namespace literals {

template <fixed_string Field>
constexpr field<Field> operator""_f() {
    return {};
}

} // namespace literals

template <fixed_string Index>
inline constexpr detail::on_index<Index> on{};

} // namespace monotable
