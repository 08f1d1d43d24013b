// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/fwd.hpp>
#include <monotable/meta/fixed_string.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

/// What a model says of one entity. A specialization of monotable::entity<T> has
///
///     using key        = key<"partition key template", "sort key template">;      // required
///     using indexes    = indexes<in<"index", "template", ...>, ...>;              // optional
///     using attributes = attributes<in_key<"f">, renamed<"f", "F">, ...>;         // optional
///     using type       = type_name<"order">;                                      // optional
///
/// Template syntax: docs/guide/keys.md. Nothing here is evaluated before a store uses the entity.
namespace monotable {

/// The primary key: one template per key attribute of the table, partition key first.
template <fixed_string... Templates>
struct key {};

/// A compile-time constant of any kind that a field may be compared with: an enumerator, a number, a bool or a literal.
template <class T>
struct constant {
    T value;
    template <class U>
    consteval constant(U const& v) : value(v) {} // NOLINT(google-explicit-constructor)
};
template <class T>
constant(T) -> constant<T>;
template <std::size_t N>
constant(char const (&)[N]) -> constant<fixed_string<N - 1>>;

/// Membership in a secondary index: one template per key attribute of the index, partition key attributes first.
/// `::when<"field", value>` makes it sparse: only items whose field equals value are in the index.
template <fixed_string Index, fixed_string... Templates>
struct in {
    template <fixed_string Field, constant Value>
    struct when {};
};

template <class... Memberships>
struct indexes {};

/// The field is kept only in the key text, from which it is read back; no attribute repeats it.
template <fixed_string Field>
struct in_key {};

/// The field is stored as the attribute of this name.
template <fixed_string Field, fixed_string Attribute>
struct renamed {};

/// Where an item lacks the attribute, the field keeps its member initializer instead of being an error.
template <fixed_string Field>
struct defaulted {};

template <class... Options>
struct attributes {};

/// The entity's name in messages, and in the table's type_attribute<> where it has one.
template <fixed_string Name>
struct type_name {};

namespace detail {

template <class T>
concept declared_entity = requires { typename entity<T>::key; };

} // namespace detail
} // namespace monotable
