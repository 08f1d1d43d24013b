// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/fwd.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/fixed_string.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// What a model says of one entity. A specialization of monotable::entity<T> has
///
///     using key        = key<"partition key template", "sort key template">;      // required
///     using indexes    = indexes<in<"index", "template", ...>, ...>;              // optional
///     using attributes = attributes<in_key<"f">, renamed<"f", "F">, ...>;         // optional
///     using type       = entity_type<"order">;                                    // optional
///
/// Template syntax: docs/guide/keys.md. Nothing here is evaluated before a store uses the entity.
namespace monotable {

namespace detail {

struct membership_declaration {
    std::string_view index;
    array_view<std::string_view> templates;
    std::string_view condition_field; ///< empty: unconditional
};

enum class attribute_role : std::uint8_t { in_key, renamed, defaulted };

struct attribute_option {
    attribute_role role;
    std::string_view field;
    std::string_view attribute; ///< of renamed
};

} // namespace detail

/// The primary key: one template per key attribute of the table, partition key first.
template <fixed_string... Templates>
struct key {};

/// A compile-time constant of any kind that a field may be compared with: an enumerator, a number, a bool or a literal.
template <class T>
struct constant {
    T value;
    consteval constant(T v) : value(v) {} // NOLINT(google-explicit-constructor)
    template <std::size_t N>
    consteval constant(char const (&text)[N]) : value(text) {} // NOLINT(google-explicit-constructor)
};
template <class T>
constant(T) -> constant<T>;
template <std::size_t N>
constant(char const (&)[N]) -> constant<fixed_string<N - 1>>;

/// Membership in a secondary index: one template per key attribute of the index, partition key attributes first.
/// `::when<"field", value>` makes it sparse: only items whose field equals value are in the index.
template <fixed_string Index, fixed_string... Templates>
struct in {
    static constexpr detail::membership_declaration declaration{
        detail::name_list<Index>[0], {detail::name_list<Templates...>, sizeof...(Templates)}, {}};

    template <fixed_string Field, constant Value>
    struct when {
        static constexpr detail::membership_declaration declaration{
            detail::name_list<Index>[0], {detail::name_list<Templates...>, sizeof...(Templates)}, detail::name_list<Field>[0]};
        static constexpr auto value = Value.value;
    };
};

template <class... Memberships>
struct indexes {};

/// The field is kept only in the key text, from which it is read back; no attribute repeats it.
template <fixed_string Field>
struct in_key {
    static constexpr detail::attribute_option option{detail::attribute_role::in_key, detail::name_list<Field>[0], {}};
};

/// The field is stored as the attribute of this name.
template <fixed_string Field, fixed_string Attribute>
struct renamed {
    static constexpr detail::attribute_option option{detail::attribute_role::renamed, detail::name_list<Field>[0],
                                                     detail::name_list<Attribute>[0]};
};

/// Where an item lacks the attribute, the field keeps its member initializer instead of being an error.
template <fixed_string Field>
struct defaulted {
    static constexpr detail::attribute_option option{detail::attribute_role::defaulted, detail::name_list<Field>[0], {}};
};

template <class... Options>
struct attributes {};

/// The entity's name in messages, and in the table's type_attribute<> where it has one.
template <fixed_string Name>
struct entity_type {};

} // namespace monotable
