// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>

#include <string_view>

namespace monotable {

/// A field of the first entity of a relation and one of the second that hold the same value in items that belong together; one
/// name where both have it.
template <fixed_string First, fixed_string Second = First>
struct match {
    static constexpr std::string_view first = detail::name_list<First>[0];
    static constexpr std::string_view second = detail::name_list<Second>[0];
};

namespace detail {

/// What a table takes as a relation among its entities has a member type `relation`.
template <class Option>
concept relation_option = requires { typename Option::relation; };

/// The options of a table, unchanged.
template <class... Options>
struct option_list {};

/// Whether an option of a table or of attributes<> may bring writes with those of an item. To be specialized beside the
/// option; what they are is said by consequences_by (store/write/consequence.hpp).
template <class Option>
inline constexpr bool brings_consequences = false;

} // namespace detail
} // namespace monotable
