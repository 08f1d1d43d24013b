// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>
#include <monotable/query/condition.hpp>

#include <type_traits>
#include <utility>

/// Operands of assignments other than values and fields, and further arguments of writes.
namespace monotable {

namespace detail {

template <fixed_string Field, class V>
struct absent_or {
    V value;
};

} // namespace detail

/// The value of the field, or `v` if it is absent: `"visits"_f = if_absent("visits"_f, 0) + 1`.
template <fixed_string Field, class V>
constexpr detail::absent_or<Field, detail::condition_value_t<V>> if_absent(field<Field>, V&& v) {
    return {std::forward<V>(v)};
}

namespace detail {

template <class T>
inline constexpr bool is_stored_operand = is_field<T>;
template <fixed_string F, class V>
inline constexpr bool is_stored_operand<absent_or<F, V>> = true;

template <bool Minus, class A, class B>
struct sum {
    A first;
    B second;
};

template <class A, class B>
concept with_stored_operand = is_stored_operand<std::remove_cvref_t<A>> || is_stored_operand<std::remove_cvref_t<B>>;

} // namespace detail

template <class A, class B>
    requires detail::with_stored_operand<A, B>
constexpr detail::sum<false, detail::condition_value_t<A>, detail::condition_value_t<B>> operator+(A&& a, B&& b) {
    return {std::forward<A>(a), std::forward<B>(b)};
}
template <class A, class B>
    requires detail::with_stored_operand<A, B>
constexpr detail::sum<true, detail::condition_value_t<A>, detail::condition_value_t<B>> operator-(A&& a, B&& b) {
    return {std::forward<A>(a), std::forward<B>(b)};
}

namespace detail {

using monotable::operator+, monotable::operator-; // found by the arguments of absent_or

/// An argument of a write: a condition on the stored item. An item that does not exist has no attributes.
template <class C>
struct write_condition {
    C condition;
};

} // namespace detail

/// All of the conditions must hold.
template <class C>
constexpr detail::write_condition<C> when(C condition) {
    return {std::move(condition)};
}
template <class C, class... Rest>
constexpr auto when(C first, Rest... rest) {
    auto others = when(std::move(rest)...);
    return detail::write_condition<detail::junction<false, C, decltype(others.condition)>>{
        {std::move(first), std::move(others.condition)}};
}

namespace detail {

/// Arguments of a write: the result contains the item before or after the write. After an erase there is none.
struct returning_old_t {};
struct returning_new_t {};

} // namespace detail

inline constexpr detail::returning_old_t returning_old{};
inline constexpr detail::returning_new_t returning_new{};

namespace detail {

template <class T>
inline constexpr bool is_write_condition = false;
template <class C>
inline constexpr bool is_write_condition<write_condition<C>> = true;

template <class T>
inline constexpr bool is_returning = std::is_same_v<T, returning_old_t> || std::is_same_v<T, returning_new_t>;

/// An argument of a write other than the object or a condition on the key.
template <class T>
inline constexpr bool is_write_option = is_write_condition<T> || is_returning<T>;

template <class T>
inline constexpr bool is_assignment = false;
template <fixed_string F, action_kind K, class V>
inline constexpr bool is_assignment<assignment<F, K, V>> = true;

} // namespace detail

} // namespace monotable
