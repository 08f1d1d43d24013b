// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/fwd.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/model/match.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// The declaration of an entity. A specialization of monotable::entity<T> has
///
///     using key        = key<"partition key template", "sort key template">;      // required
///     using indexes    = indexes<index<"index", "template", ...>, ...>;              // optional
///     using attributes = attributes<key_only<"f">, renamed<"f", "F">, ...>;         // optional
///     using type       = entity_type<"order">;                                    // optional
///
/// docs/guide/keys.md describes templates. The declaration is not evaluated before a store uses the entity.
namespace monotable {

namespace detail {

struct index_mapping_declaration {
    std::string_view index;
    array_view<std::string_view> templates;
    std::string_view condition_field; ///< empty: unconditional
    bool two_conditions = false;
};

enum class option_kind : std::uint8_t {
    key_only,
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
    formerly,
    converted,
    dropped
};

constexpr bool is_of_earlier_versions(option_kind kind) {
    return kind == option_kind::formerly || kind == option_kind::converted || kind == option_kind::dropped;
}

struct attribute_option {
    option_kind kind;
    std::string_view field;
    std::string_view attribute = {};          ///< renamed, formerly and dropped only
    array_view<std::string_view> fields = {}; ///< unique: its fields; computed: the fields that it depends on
    bool of_each = false;                     ///< true if the option applies to each of the fields separately

    /// The fields that have the option.
    constexpr array_view<std::string_view> subjects() const {
        return of_each ? fields : array_view<std::string_view>(&field, 1);
    }
};

} // namespace detail

/// The primary key: one template per key attribute of the table, partition key first.
template <fixed_string... Templates>
struct key {};

/// A compile-time constant that a field can be compared with: an enumerator, a number, a bool or a string literal.
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

/// A violation, which is reported when the entity is used.
template <class In>
struct index_when_twice {
    static constexpr index_mapping_declaration declaration{In::declaration.index, In::declaration.templates,
                                                           In::declaration.condition_field, true};
    template <fixed_string, constant>
    using when = index_when_twice;
};

template <class In, fixed_string Field, constant Value>
struct index_when {
    static constexpr index_mapping_declaration declaration{In::declaration.index, In::declaration.templates,
                                                           name_list<Field>[0]};
    static constexpr auto value = Value.value;

    template <fixed_string, constant>
    using when = index_when_twice<index_when>;
};

} // namespace detail

/// Key attributes of a secondary index: one template per key attribute of the index, partition key attributes first.
/// `::when<"field", value>` makes it sparse: only items whose field equals the value are in the index.
template <fixed_string Index, fixed_string... Templates>
struct index {
    static constexpr detail::index_mapping_declaration declaration{
        detail::name_list<Index>[0], {detail::name_list<Templates...>, sizeof...(Templates)}, {}};

    template <fixed_string Field, constant Value>
    using when = detail::index_when<index, Field, Value>;
};

template <class... Indexes>
struct indexes {};

/// The fields are stored only in the text of a key, from which they are read, and not as attributes.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct key_only {
    static constexpr detail::attribute_option option{detail::option_kind::key_only,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)},
                                                     true};
};

/// The field is stored as an attribute with this name.
template <fixed_string Field, fixed_string Attribute>
struct renamed {
    static constexpr detail::attribute_option option{detail::option_kind::renamed, detail::name_list<Field>[0],
                                                     detail::name_list<Attribute>[0]};
};

/// If an item lacks the attribute of one of these fields, the field has the value of its member initializer; otherwise
/// that would be an error.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct defaulted {
    static constexpr detail::attribute_option option{detail::option_kind::defaulted,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)},
                                                     true};
};

/// Counts the writes of an item, from 1 (optimistic locking): replace, update and erase of an object are performed only
/// if the item has not been written since the object was read. The field is std::int64_t or std::uint64_t.
template <fixed_string Field>
struct version {
    static constexpr detail::attribute_option option{detail::option_kind::version, detail::name_list<Field>[0]};
};

/// The time at which the item was created: a time point.
template <fixed_string Field>
struct created {
    static constexpr detail::attribute_option option{detail::option_kind::created, detail::name_list<Field>[0]};
};

/// The time of the item's last write: a time point.
template <fixed_string Field>
struct updated {
    static constexpr detail::attribute_option option{detail::option_kind::updated, detail::name_list<Field>[0]};
};

/// The time after which the store can remove the item: std::chrono::sys_seconds or an integer of seconds since 1970, or
/// an optional of either. Stored as a number.
template <fixed_string Field>
struct time_to_live {
    static constexpr detail::attribute_option option{detail::option_kind::time_to_live, detail::name_list<Field>[0]};
};

/// No two items of the entity have the same value of the field, or the same combination of values of several fields.
/// Items with an empty optional among them are exempt.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct unique {
    static constexpr detail::attribute_option option{detail::option_kind::unique,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)}};
};

namespace detail {

template <fixed_string... Fields>
inline constexpr bool has_derived_writes<unique<Fields...>> = true;

} // namespace detail

/// The first stored value of each of the fields is never changed.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct read_only {
    static constexpr detail::attribute_option option{detail::option_kind::read_only,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)},
                                                     true};
};

/// The field is set to Function(object) whenever the item is written. Function is a function, a member function or a
/// lambda without captures; Dependencies are the fields that it reads. Without Dependencies, an update of any field
/// computes it again.
template <fixed_string Field, auto Function, fixed_string... Dependencies>
struct computed {
    static constexpr detail::attribute_option option{detail::option_kind::computed,
                                                     detail::name_list<Field>[0],
                                                     {},
                                                     {detail::name_list<Dependencies...>, sizeof...(Dependencies)}};
    static constexpr auto function = Function;
};

/// The fields are not part of the item; objects that are read have the values of their member initializers. They can
/// have any type.
template <fixed_string... Fields>
    requires(sizeof...(Fields) != 0)
struct not_stored {
    static constexpr detail::attribute_option option{detail::option_kind::not_stored,
                                                     detail::name_list<Fields...>[0],
                                                     {},
                                                     {detail::name_list<Fields...>, sizeof...(Fields)},
                                                     true};
};

/// The field was formerly stored under this name. It is read from there, and writes of the field use the current name
/// only. If an item has both names, the former one is read, because only a program of an earlier version can have
/// written it last. Several former names of a field are listed from the latest to the earliest.
template <fixed_string Field, fixed_string Former>
struct formerly {
    static constexpr detail::attribute_option option{detail::option_kind::formerly, detail::name_list<Field>[0],
                                                     detail::name_list<Former>[0]};
};

/// The field was formerly stored as type Old, which the function converts: from Old const& to the field's type. Old
/// values are recognized by their stored type; if that is the same for both types, by not being a value of the current
/// type, or by a former name (formerly<>).
template <fixed_string Field, class Old, auto Function>
struct converted {
    using old = Old;
    static constexpr detail::attribute_option option{detail::option_kind::converted, detail::name_list<Field>[0], {}};
    static constexpr auto convert = Function;
};

/// Writes of the entity remove this attribute. Other attributes without a field are preserved.
template <fixed_string Attribute>
struct dropped {
    static constexpr detail::attribute_option option{detail::option_kind::dropped, {}, detail::name_list<Attribute>[0]};
};

template <class... Options>
struct attributes {};

/// The entity's name in messages and in the table's type_attribute<>. The default is the name of the struct.
template <fixed_string Name>
struct entity_type {};

} // namespace monotable
