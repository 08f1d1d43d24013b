// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/changes.hpp>
#include <monotable/core/item.hpp>
#include <monotable/model/table.hpp>

#include <cstddef>
#include <type_traits>

/// Overload selection of visit().
namespace monotable {

template <class Table, class E>
class change;

namespace detail {

/// The parameter type of a function object, if it has exactly one call operator, which is not a template.
template <class F>
struct argument_of {
    static constexpr bool known = false;
    using type = F;
};
template <class R, class A>
struct argument_of<R (*)(A)> {
    static constexpr bool known = true;
    using type = A;
};
template <class R, class C, class A>
struct argument_of<R (C::*)(A)> : argument_of<R (*)(A)> {};
template <class R, class C, class A>
struct argument_of<R (C::*)(A) const> : argument_of<R (*)(A)> {};
template <class R, class A>
struct argument_of<R (*)(A) noexcept> : argument_of<R (*)(A)> {};
template <class R, class C, class A>
struct argument_of<R (C::*)(A) noexcept> : argument_of<R (*)(A)> {};
template <class R, class C, class A>
struct argument_of<R (C::*)(A) const noexcept> : argument_of<R (*)(A)> {};
template <class F>
    requires requires { &F::operator(); }
struct argument_of<F> : argument_of<decltype(&F::operator())> {};

/// The position of the overload for a change: the one that names its type, else the first generic one; sizeof...(F) if
/// there is none.
template <class Change, class... F>
constexpr std::size_t taker_of() {
    constexpr bool takes[] = {std::is_invocable_v<F&, Change const&>..., false};
    constexpr bool names[] = {argument_of<std::decay_t<F>>::known..., false};
    for (bool const named : {true, false})
        for (std::size_t i = 0; i != sizeof...(F); ++i)
            if (takes[i] && names[i] == named) return i;
    return sizeof...(F);
}

template <class Change, class... F>
inline constexpr std::size_t named_takers =
    (std::size_t{0} + ... + (std::is_invocable_v<F&, Change const&> && argument_of<std::decay_t<F>>::known ? 1 : 0));

template <class Table, class F, class... E>
constexpr bool takes_a_change() {
    if constexpr ((std::is_invocable_v<F&, change<Table, E> const&> || ...)) return true;
    else return report<change_rule::never_called, Table, typename argument_of<std::decay_t<F>>::type>();
}

template <class Table, class E, class... F>
constexpr bool has_one_taker() {
    if constexpr (named_takers<change<Table, E>, F...> < 2) return true;
    else return report<change_rule::two_overloads, Table, E>();
}

/// True if the overloads fit the table; otherwise reports one error.
template <class Table, class List, class... F>
inline constexpr bool overloads_fit = false;
template <class Table, class... E, class... F>
inline constexpr bool overloads_fit<Table, entities<E...>, F...> =
    (takes_a_change<Table, F, E..., item>() && ...) && (has_one_taker<Table, E, F...>() && ...) &&
    has_one_taker<Table, item, F...>();

template <class Table, class List, class... F>
constexpr bool valid_visit() {
    if constexpr (!overloads_fit<Table, List, F...>) return false;
    else if constexpr (taker_of<change<Table, item>, F...>() == sizeof...(F))
        return report<change_rule::no_rest, Table>();
    else return true;
}

template <std::size_t I, class First, class... Rest>
constexpr auto& nth_overload(First& first, Rest&... rest) {
    if constexpr (I == 0) return first;
    else return nth_overload<I - 1>(rest...);
}

} // namespace detail
} // namespace monotable
