// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>

#include <string_view>

namespace monotable {

/// A field of the first entity of a relation and one of the second, which have the same value in related items. One
/// name suffices if both entities use it.
template <fixed_string First, fixed_string Second = First>
struct match {
    static constexpr std::string_view first = detail::name_list<First>[0];
    static constexpr std::string_view second = detail::name_list<Second>[0];
};

namespace detail {

/// An option of a table that declares a relation; it has a member type `relation`.
template <class Option>
concept relation_option = requires { typename Option::relation; };

/// The options of a table, unchanged.
template <class... Options>
struct option_list {};

/// True for the relations that relations<> can have. Specialized next to each of them, because a concept would require
/// complete types.
template <class Option>
inline constexpr bool declares_relation = false;

/// True if an option of a table or of attributes<> can cause derived writes. Specialized next to the option;
/// derived_writes_by (store/write/derived_write.hpp) implements them.
template <class Option>
inline constexpr bool has_derived_writes = false;

} // namespace detail
} // namespace monotable
