// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/epoch_time.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/time.hpp>
#include <monotable/codec/type_of.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/error.hpp>

#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// The C++ values that can be compared with, or assigned to, a field, and their conversion to the field's type.
/// Conversions that could change a value silently (bool and number, fraction to integer, another enumeration) are
/// excluded.
namespace monotable {
namespace detail {

/// The value type of an optional field; the type itself for other fields.
template <class Field, kind = kind_of<Field>()>
struct present {
    using type = Field;
};
template <class Field>
struct present<Field, kind::optional> {
    using type = typename Field::value_type;
};

template <class F, class V>
concept same_point_kind = is_time_point<V> && std::same_as<typename F::clock, typename V::clock> &&
                          std::convertible_to<typename V::duration, typename F::duration>;

template <class F, class V>
consteval bool converts_without_loss() {
    constexpr kind k = kind_of<F>();
    if constexpr (std::same_as<F, V>) return true;
    else if constexpr (requires { typename F::moment; }) return converts_without_loss<typename F::moment, V>();
    else if constexpr (k == kind::string)
        return std::convertible_to<V const&, std::string_view> && !std::is_null_pointer_v<V>;
    else if constexpr (k == kind::integer) return integer<V>;
    else if constexpr (k == kind::floating) return integer<V> || std::floating_point<V>;
    else if constexpr (k == kind::decimal) return integer<V>;
    else if constexpr (k == kind::time) {
        if constexpr (calendar_date<V>) return std::convertible_to<V, F>;
        else return same_point_kind<F, V>;
    } else if constexpr (k == kind::calendar_date) return std::convertible_to<V, F> && is_time_point<V>;
    else return false;
}

template <class N>
[[noreturn]] void throw_out_of_range(N n, std::string const& low, std::string const& high) {
    throw bad_value(std::to_string(n) + " is outside of the field's range " + low + " to " + high);
}

template <class F, class V>
F to_integer(V v) {
    using limits = std::numeric_limits<F>;
    if (!std::in_range<F>(v)) throw_out_of_range(v, std::to_string(limits::min()), std::to_string(limits::max()));
    return static_cast<F>(v);
}

/// Converts to ticks that are at least as fine. Throws bad_value if the time is out of their range.
template <class F, class V>
F to_time(V v) {
    using from = typename V::duration;
    using to = typename F::duration;
    auto const ticks = v.time_since_epoch();
    if (ticks > std::chrono::duration_cast<from>(to::max()) || ticks < std::chrono::duration_cast<from>(to::min()))
        throw bad_value("a time must be within the range of the field's type: " + std::to_string(ticks.count()) +
                        " ticks since 1970");
    return F(to(ticks));
}

template <class F, class V>
F converted(V const& v) {
    constexpr kind k = kind_of<F>();
    if constexpr (std::same_as<F, V>) return v;
    else if constexpr (requires { typename F::moment; }) return F{converted<typename F::moment>(v)};
    else if constexpr (k == kind::string) return F(static_cast<std::string_view>(v));
    else if constexpr (k == kind::integer) return to_integer<F>(v);
    else if constexpr (k == kind::floating) return static_cast<F>(v);
    else if constexpr (k == kind::decimal) return decimal(v);
    else if constexpr (k == kind::time && is_time_point<V>) return to_time<F>(v);
    else if constexpr (k == kind::time) return existing_day(v);
    else return v;
}

/// True if V is an optional time point and Field the type of such a field stored as epoch time.
template <class Field, class V>
concept optional_moment = kind_of<Field>() == kind::optional && std::same_as<typename epoch_stored<V>::type, Field>;

/// True if a V can be compared with, or assigned to, a field of type Field. A field accepts its own type; strings also
/// accept types convertible to std::string_view; integers other integers; floating-point numbers every number but
/// decimal; decimal the integers; time points coarser ones of the same clock. An optional accepts what its value type
/// accepts.
template <class Field, class V>
concept comparable_value = std::same_as<Field, std::remove_cvref_t<V>> ||
                           detail::converts_without_loss<typename detail::present<Field>::type, std::decay_t<V>>() ||
                           detail::optional_moment<Field, std::remove_cvref_t<V>>;

/// Converts a value to the field's type. Throws bad_value if it is out of that type's range.
template <class Field, class V>
    requires detail::comparable_value<Field, V>
Field value_for(V const& v) {
    if constexpr (std::same_as<Field, std::remove_cvref_t<V>>) return v;
    else if constexpr (detail::optional_moment<Field, V>)
        return v.has_value() ? Field(typename Field::value_type{*v}) : Field();
    else return Field(detail::converted<typename detail::present<Field>::type>(v));
}

} // namespace detail

} // namespace monotable
