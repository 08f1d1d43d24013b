// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>
#include <monotable/model/match.hpp>

/// Declarations of relations between the entities of a table:
///
///     struct shop : monotable::table<"shop", monotable::gsi<"GSI1">, monotable::entities<Customer, Order, Store, Managed>,
///         monotable::one_to_many<"orders", Customer, Order, monotable::match<"id", "customer_id">>,
///         monotable::many_to_many<"manages", Customer, Store,
///             monotable::edge<Managed, monotable::left<"id", "customer_id">, monotable::right<"id", "store_id">>>> {};
///
/// This header has the names only; <monotable/relations.hpp> implements them.
namespace monotable {

/// Like match, for the sides of a many_to_many: a field of the side, and the field of the edge with the same value.
template <fixed_string Side, fixed_string Edge = Side>
struct left {};
template <fixed_string Side, fixed_string Edge = Side>
struct right {};

/// The children are the elements of this field of the parent: a vector, a set or a map.
template <fixed_string Field>
struct nested {};

// How children are found; without one of these, by any key or index that serves.
struct in_collection {}; ///< in the parent's partition, so that one query reads parent and children
struct by_sort_key {};   ///< by a prefix of the sort key, within the parent's partition
template <fixed_string Index>
struct by_index {}; ///< by this index

// Referential actions of erasing an entity that other items reference.
struct refuse_erase {};  ///< rejects the erase while the entity is referenced
struct cascade_erase {}; ///< also erases the referencing items

/// Relates a parent to any number of children. Options: match (one or more) or nested, in_collection | by_sort_key |
/// by_index, refuse_erase | cascade_erase.
template <fixed_string Name, class Parent, class... ChildAndOptions>
struct one_to_many {
    using relation = void;
};

/// One item for each pair, of an entity with the keys of both sides and fields of the pair. The primary key of Edge
/// serves one side, an inverted index the other. Options: left, right (one or more of each).
template <class Edge, class... Matches>
struct edge {};

/// Two mirrored items for each pair: OfLeft in the partition of the left side, with copies of the right side's fields
/// of the same names; OfRight in that of the right side, with copies of the left side's. Neither side needs an index.
/// Options: left, right (one or more of each).
template <class OfLeft, class OfRight, class... Matches>
struct copies {};

/// Relates each left side to any number of right sides, and vice versa. Options: edge | copies, refuse_erase |
/// cascade_erase. With copies also by_stream: a link creates the copies, a worker that finds them by an inverted index
/// applies later changes of a side, and the sides do not count their links.
template <fixed_string Name, class Left, class Right, class... Options>
struct many_to_many {
    using relation = void;
};

namespace detail {

template <fixed_string Name, class Parent, class Child, class... Options>
inline constexpr bool declares_relation<one_to_many<Name, Parent, Child, Options...>> = true;
template <fixed_string Name, class Left, class Right, class... Options>
inline constexpr bool declares_relation<many_to_many<Name, Left, Right, Options...>> = true;

template <class Option>
inline constexpr bool is_erase_policy = false;
template <>
inline constexpr bool is_erase_policy<refuse_erase> = true;
template <>
inline constexpr bool is_erase_policy<cascade_erase> = true;

template <fixed_string Name, class Parent, class Child, class... Options>
inline constexpr bool has_derived_writes<one_to_many<Name, Parent, Child, Options...>> =
    (is_erase_policy<Options> || ...);

/// True for copies, which have derived writes regardless of the policy for erasing.
template <class Option>
inline constexpr bool is_mirrored = false;
template <class OfLeft, class OfRight, class... Matches>
inline constexpr bool is_mirrored<copies<OfLeft, OfRight, Matches...>> = true;

template <fixed_string Name, class Left, class Right, class... Options>
inline constexpr bool has_derived_writes<many_to_many<Name, Left, Right, Options...>> =
    ((is_erase_policy<Options> || is_mirrored<Options>) || ...);

/// An argument of linked() for a relation of an entity with itself: from the right side to the left.
struct inverse_t {};

} // namespace detail

inline constexpr detail::inverse_t inverse{};

} // namespace monotable
