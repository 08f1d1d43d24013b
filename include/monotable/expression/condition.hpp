// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Conditions on fields by name: `"customer_id"_f == "c42"`, `"placed_at"_f.between(a, b)`.
///
/// A condition owns its values (a string literal is viewed). Comparing is not evaluated: the condition says what to look
/// for, and the query it is given to is planned from it at compile time.
namespace monotable {

enum class comparison : std::uint8_t { equal, less, less_equal, greater, greater_equal, between, begins_with, not_equal };

struct no_value {};

template <fixed_string Field, comparison Op, class First, class Second = no_value>
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
template <class V>
concept plain_value = !is_field<std::remove_cvref_t<V>>;

/// String literals are viewed, every other value is copied or moved.
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

/// Conditions joined by an operator, and a field with a new value: no conditions, but what compilers show of the mistake.
template <class A, class B>
struct junction {};
template <class A>
struct negation {};
template <fixed_string Field, class V>
struct assignment {};

} // namespace detail

/// A field by name, as `"customer_id"_f`. A placeholder that keeps less than its field is named with its format, as in
/// `"name:lower"_f`, and compares what it keeps.
template <fixed_string Field>
struct field {
    template <class V>
    using value_t = detail::condition_value_t<V>;

    /// The closed range from low to high; empty when low is above high.
    template <class A, class B>
    constexpr condition<Field, comparison::between, value_t<A>, value_t<B>> between(A&& low, B&& high) const {
        return {std::forward<A>(low), std::forward<B>(high)};
    }

    /// Strings that start with prefix. The prefix of a string field only.
    template <class V>
    constexpr condition<Field, comparison::begins_with, value_t<V>> begins_with(V&& prefix) const {
        return {std::forward<V>(prefix), {}};
    }

    /// For the message that == was meant.
    template <class V>
    constexpr detail::assignment<Field, std::decay_t<V>> operator=(V&&) const { // NOLINT(misc-unconventional-assign-operator)
        return {};
    }
};

namespace detail {

template <class T>
inline constexpr bool is_operand = is_field_condition<T>;
template <class A, class B>
inline constexpr bool is_operand<junction<A, B>> = true;
template <class A>
inline constexpr bool is_operand<negation<A>> = true;

template <class T>
concept operand = is_operand<T>;

} // namespace detail

// Comparisons, with the value on either side. (Not friends: each field would declare its own.)
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

// What no key can serve: verbs refuse it, and !=, with a message.
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
constexpr detail::junction<A, B> operator&&(A const&, B const&) {
    return {};
}
template <detail::operand A, class B>
constexpr detail::junction<A, B> operator||(A const&, B const&) {
    return {};
}
template <detail::operand A>
constexpr detail::negation<A> operator!(A const&) {
    return {};
}

inline namespace literals {

template <fixed_string Field>
constexpr field<Field> operator""_f() {
    return {};
}

} // namespace literals

/// Forces a query to one index: `db.query<Order>(mt::on<"GSI2">, ...)`.
template <fixed_string Index>
struct on_index {};
template <fixed_string Index>
inline constexpr on_index<Index> on{};

} // namespace monotable
