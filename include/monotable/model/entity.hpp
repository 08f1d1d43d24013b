// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/fwd.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/model/match.hpp>

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
    bool two_conditions = false;
};

enum class attribute_role : std::uint8_t {
    in_key,
    renamed,
    defaulted,
    version,
    created,
    updated,
    time_to_live,
    unique,
    read_only,
    computed,
    not_stored,
    also_stored_as,
    converted,
    dropped
};

constexpr bool is_of_earlier_versions(attribute_role role) {
    return role == attribute_role::also_stored_as || role == attribute_role::converted ||
           role == attribute_role::dropped;
}

struct attribute_option {
    attribute_role role;
    std::string_view field;
    std::string_view attribute = {};          ///< of renamed, also_stored_as and dropped
    array_view<std::string_view> fields = {}; ///< of unique: all of them; of computed: what it is worked out from
    bool of_each = false;                     ///< it is said of each of the fields alone

    /// The fields that have the role.
    constexpr array_view<std::string_view> subjects() const {
        return of_each ? fields : array_view<std::string_view>(&field, 1);
    }
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

namespace detail {

/// A mistake, which is reported when the entity is used.
template <class In>
struct in_when_twice {
    static constexpr membership_declaration declaration{In::declaration.index, In::declaration.templates,
                                                        In::declaration.condition_field, true};
    template <fixed_string, constant>
    using when = in_when_twice;
};

template <class In, fixed_string Field, constant Value>
struct in_when {
    static constexpr membership_declaration declaration{In::declaration.index, In::declaration.templates,
                                                        name_list<Field>[0]};
    static constexpr auto value = Value.value;

    template <fixed_string, constant>
    using when = in_when_twice<in_when>;
};

} // namespace detail

/// Membership in a secondary index: one template per key attribute of the index, partition key attributes first.
/// `::when<"field", value>` makes it sparse: only items whose field equals value are in the index.
template <fixed_string Index, fixed_string... Templates>
struct in {
    static constexpr detail::membership_declaration declaration{
        detail::name_list<Index>[0], {detail::name_list<Templates...>, sizeof...(Templates)}, {}};

    template <fixed_string Field, constant Value>
    using when = detail::in_when<in, Field, Value>;
};

template <class... Memberships>
struct indexes {};

/// The fields are kept only in the key text, from which they are read back; no attribute repeats them.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct in_key {
    static constexpr detail::attribute_option option{detail::attribute_role::in_key,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)},
                                                     true};
};

/// The field is stored as the attribute of this name.
template <fixed_string Field, fixed_string Attribute>
struct renamed {
    static constexpr detail::attribute_option option{detail::attribute_role::renamed, detail::name_list<Field>[0],
                                                     detail::name_list<Attribute>[0]};
};

/// Where an item lacks the attribute, each of the fields keeps its member initializer instead of being an error.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct defaulted {
    static constexpr detail::attribute_option option{detail::attribute_role::defaulted,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)},
                                                     true};
};

/// Counts the writes of an item, from 1: replace, update and erase of an object are done only if the item is still the one that
/// the object was read from. std::int64_t or std::uint64_t.
template <fixed_string Field>
struct version {
    static constexpr detail::attribute_option option{detail::attribute_role::version, detail::name_list<Field>[0]};
};

/// When the item was first written: a time point.
template <fixed_string Field>
struct created {
    static constexpr detail::attribute_option option{detail::attribute_role::created, detail::name_list<Field>[0]};
};

/// When the item was last written: a time point.
template <fixed_string Field>
struct updated {
    static constexpr detail::attribute_option option{detail::attribute_role::updated, detail::name_list<Field>[0]};
};

/// When the store may erase the item: std::chrono::sys_seconds or an integer of seconds since 1970, or an optional of either.
/// Stored as a number.
template <fixed_string Field>
struct time_to_live {
    static constexpr detail::attribute_option option{detail::attribute_role::time_to_live, detail::name_list<Field>[0]};
};

/// No two items of the entity hold the same value, or values of all these fields. An optional that is absent is the same as
/// none.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct unique {
    static constexpr detail::attribute_option option{detail::attribute_role::unique,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)}};
};

namespace detail {

template <fixed_string... Fields>
inline constexpr bool brings_consequences<unique<Fields...>> = true;

} // namespace detail

/// Of each of the fields the first value that is stored stays.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct read_only {
    static constexpr detail::attribute_option option{detail::attribute_role::read_only,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)},
                                                     true};
};

/// The field is Function(object) whenever the item is written: a function, a member function or a lambda that captures nothing.
/// Dependencies are the fields that it reads; without them an update of any field works it out again.
template <fixed_string Field, auto Function, fixed_string... Dependencies>
struct computed {
    static constexpr detail::attribute_option option{detail::attribute_role::computed,
                                                     detail::name_list<Field>[0],
                                                     {},
                                                     {detail::name_list<Dependencies...>, sizeof...(Dependencies)}};
    static constexpr auto function = Function;
};

/// The fields are no part of the item; what is read has their member initializers. They may be of any type.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct not_stored {
    static constexpr detail::attribute_option option{detail::attribute_role::not_stored,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)},
                                                     true};
};

/// Items written before the field had its present name have it under this one: it is read from there, and a write of the
/// field leaves only the present name. Where an item has both, only a program that does not know the present name can have
/// written the former one last, and that one is read. A field with several former names lists the latest first.
template <fixed_string Field, fixed_string Former>
struct also_stored_as {
    static constexpr detail::attribute_option option{detail::attribute_role::also_stored_as,
                                                     detail::name_list<Field>[0], detail::name_list<Former>[0]};
};

/// Items written before the field had its present type have a value of type Old, which is read through the function: from
/// Old const& to the field's type. Old values are known by how they are stored; where that is the same for both types, by
/// not being one of the present type, or by standing under a former name (also_stored_as<>).
template <fixed_string Field, class Old, auto Function>
struct converted {
    using old = Old;
    static constexpr detail::attribute_option option{
        detail::attribute_role::converted, detail::name_list<Field>[0], {}};
    static constexpr auto convert = Function;
};

/// Items no longer have this attribute: writes of the entity remove it. Without it, attributes of no field are kept.
template <fixed_string Attribute>
struct dropped {
    static constexpr detail::attribute_option option{
        detail::attribute_role::dropped, {}, detail::name_list<Attribute>[0]};
};

template <class... Options>
struct attributes {};

/// The entity's name in messages, and in the table's type_attribute<> where it has one.
template <fixed_string Name>
struct entity_type {};

} // namespace monotable
