// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>
#include <monotable/model/match.hpp>

/// What a table says of how its entities belong together:
///
///     struct shop : monotable::table<"shop", monotable::gsi<"GSI1">, monotable::entities<Customer, Order, Store, Managed>,
///         monotable::one_to_many<"orders", Customer, Order, monotable::match<"id", "customer_id">>,
///         monotable::many_to_many<"manages", Customer, Store,
///             monotable::edge<Managed, monotable::left<"id", "customer_id">, monotable::right<"id", "store_id">>>> {};
///
/// These are names only. What they mean, and the rules about them, are in <monotable/relations.hpp>.
namespace monotable {

/// As match, for the two sides of a many_to_many: a field of the side, and the field of the edge that holds its value.
template <fixed_string Side, fixed_string Edge = Side>
struct left {};
template <fixed_string Side, fixed_string Edge = Side>
struct right {};

/// The children are the elements of this field of the parent: a vector, a set or a map.
template <fixed_string Field>
struct nested {};

// How the children are found: without one of these, whatever key or index serves.
struct in_collection {}; ///< they are in the parent's partition, behind one query with it
struct by_sort_key {};   ///< a part of the sort key says whose they are, within the parent's own partition
template <fixed_string Index>
struct by_index {}; ///< this index

// What becomes of an entity that others refer to when it is erased.
struct refuse_erase {};  ///< it is not erased while there are any
struct cascade_erase {}; ///< they are erased with it

/// A parent has any number of children. Options: match (one or more) or nested, in_collection | by_sort_key | by_index,
/// refuse_erase | cascade_erase.
template <fixed_string Name, class Parent, class... ChildAndOptions>
struct one_to_many {
    using relation = void;
};

/// One item for each pair, of an entity that holds the keys of both and whatever else is to be known of the pair. One side is
/// found by the primary key of Edge, the other by an index: the inverted one. Options: left, right (one or more of each).
template <class Edge, class... Matches>
struct edge {};

/// Two items for each pair: OfLeft in reach of the left side, with copies of the right side's fields of the same names; OfRight
/// the other way round. No index is needed to list either side. Options: left, right (one or more of each).
template <class OfLeft, class OfRight, class... Matches>
struct copies {};

/// Each of the left side belongs to any number of the right side, and the other way round. Options: edge | copies,
/// refuse_erase | cascade_erase; or of copies by_stream: a link has them at once, later changes of a side reach them by a
/// worker, which finds them by an inverted index, and the sides do not count their links.
template <fixed_string Name, class Left, class Right, class... Options>
struct many_to_many {
    using relation = void;
};

namespace detail {

template <class Option>
inline constexpr bool is_erase_policy = false;
template <>
inline constexpr bool is_erase_policy<refuse_erase> = true;
template <>
inline constexpr bool is_erase_policy<cascade_erase> = true;

template <fixed_string Name, class Parent, class Child, class... Options>
inline constexpr bool brings_consequences<one_to_many<Name, Parent, Child, Options...>> =
    (is_erase_policy<Options> || ...);

/// Copies are kept true whatever an erase does.
template <class Option>
inline constexpr bool is_kept_in_two_items = false;
template <class OfLeft, class OfRight, class... Matches>
inline constexpr bool is_kept_in_two_items<copies<OfLeft, OfRight, Matches...>> = true;

template <fixed_string Name, class Left, class Right, class... Options>
inline constexpr bool brings_consequences<many_to_many<Name, Left, Right, Options...>> =
    ((is_erase_policy<Options> || is_kept_in_two_items<Options>) || ...);

} // namespace detail

/// In linked(), of a relation of an entity to itself: from the right side to the left.
struct inverse_t {};
inline constexpr inverse_t inverse{};

} // namespace monotable
