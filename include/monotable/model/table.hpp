// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/model/match.hpp>
#include <monotable/violation/table.hpp>
#include <monotable/model/stream.hpp>
#include <monotable/model/table_relations.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// The declaration of a table. Derive a struct from it, whose name diagnostics then show:
///
///     struct shop : monotable::table<"shop", monotable::gsi<"GSI1">, monotable::entities<Customer, Order>> {};
///
/// The attributes of the primary key default to PK and SK, those of an index named I to IPK and ISK, all of type S.
/// A key attribute of another type is written "name:N" or "name:B".
namespace monotable {

/// One to four attributes that make up the partition key (more than one: global secondary indexes only).
template <fixed_string... Attributes>
struct partition_key {};

/// One to four attributes that make up the sort key (more than one: global secondary indexes only).
template <fixed_string... Attributes>
struct sort_key {};

/// Projections of an index: all attributes (the default), the key attributes only, or these attributes in addition.
struct all {};
struct keys_only {};
template <fixed_string... Attributes>
struct include {};

/// The entities of the table.
template <class... Entities>
struct entities {};

/// Stores the name of each item's entity in this attribute, for people and other programs. Items that name another
/// entity are ignored. (Keys identify entities in any case; models in which they do not do not compile.)
template <fixed_string Attribute>
struct type_attribute {};

namespace detail {

inline constexpr std::size_t max_key_attributes = 4;

enum class index_kind : std::uint8_t { primary, global, local };
enum class projection_kind : std::uint8_t { all, keys_only, include };

struct key_attribute_data {
    std::string_view name;
    char type = 'S';
};

/// Parses "name" (type S), "name:N" or "name:B".
constexpr key_attribute_data parse_key_attribute(std::string_view text) {
    std::size_t const n = text.size();
    if (n > 2 && text[n - 2] == ':' && (text[n - 1] == 'S' || text[n - 1] == 'N' || text[n - 1] == 'B'))
        return {text.substr(0, n - 2), text[n - 1]};
    return {text, 'S'};
}

struct index_data {
    std::string_view name; ///< empty for the primary key
    index_kind kind = index_kind::primary;
    std::size_t partition_count = 0;
    std::size_t sort_count = 0;
    std::size_t declared_partition_count = 0; ///< can exceed the maximum, which check_table reports
    std::size_t declared_sort_count = 0;
    key_attribute_data attributes[2 * max_key_attributes]; ///< partition key attributes, then sort key attributes
    projection_kind projection = projection_kind::all;
    array_view<std::string_view> included;
    bool unknown_option = false; ///< violations; this one has been reported, check_table reports the others
    bool option_twice = false;
    bool own_partition_key = false; ///< for local indexes

    constexpr array_view<key_attribute_data> partition() const { return {attributes, partition_count}; }
    constexpr array_view<key_attribute_data> sort() const { return {attributes + partition_count, sort_count}; }
    constexpr std::size_t key_count() const { return partition_count + sort_count; }
};

template <fixed_string A, fixed_string B>
consteval auto concatenate() {
    fixed_string<A.size() + B.size()> result;
    for (std::size_t i = 0; i != A.size(); ++i) result.data[i] = A.data[i];
    for (std::size_t i = 0; i != B.size(); ++i) result.data[A.size() + i] = B.data[i];
    result.data[A.size() + B.size()] = '\0';
    return result;
}
template <fixed_string A, fixed_string B>
inline constexpr auto concatenated = concatenate<A, B>();

/// Collects the key attributes of one table<> or index. Each overload of add takes one kind of option.
struct key_builder {
    index_data data;
    array_view<std::string_view> partition_names;
    array_view<std::string_view> sort_names;
    bool has_partition = false;
    bool has_sort = false;

    constexpr void once(bool& has) {
        if (has) data.option_twice = true;
        has = true;
    }
    template <fixed_string... A>
    constexpr void add(partition_key<A...>*) {
        once(has_partition);
        partition_names = {name_list<A...>, sizeof...(A)};
    }
    template <fixed_string... A>
    constexpr void add(sort_key<A...>*) {
        once(has_sort);
        sort_names = {name_list<A...>, sizeof...(A)};
    }

    constexpr index_data finish() {
        data.declared_partition_count = partition_names.size();
        data.declared_sort_count = sort_names.size();
        for (std::string_view const name : partition_names)
            if (data.partition_count != max_key_attributes)
                data.attributes[data.partition_count++] = parse_key_attribute(name);
        for (std::string_view const name : sort_names)
            if (data.sort_count != max_key_attributes)
                data.attributes[data.partition_count + data.sort_count++] = parse_key_attribute(name);
        return data;
    }
};

struct index_builder : key_builder {
    bool has_projection = false;

    using key_builder::add;
    constexpr void add(all*) { once(has_projection); }
    constexpr void add(keys_only*) {
        once(has_projection);
        data.projection = projection_kind::keys_only;
    }
    template <fixed_string... A>
    constexpr void add(include<A...>*) {
        once(has_projection);
        data.projection = projection_kind::include;
        data.included = {name_list<A...>, sizeof...(A)};
    }
    template <class Other>
    constexpr void add(Other*) {
        data.unknown_option = !report<table_rule::unknown_option, Other>();
    }
};

template <index_kind Kind, fixed_string Name, class... Options>
consteval index_data build_index() {
    index_builder builder;
    builder.data.name = name_list<Name>[0];
    builder.data.kind = Kind;
    (builder.add(static_cast<Options*>(nullptr)), ...);
    if (!builder.has_partition && Kind == index_kind::global) {
        builder.partition_names = {name_list<concatenated<Name, "PK">>, 1};
        if (!builder.has_sort) builder.sort_names = {name_list<concatenated<Name, "SK">>, 1};
    }
    builder.data.own_partition_key = Kind == index_kind::local && builder.has_partition;
    if (Kind == index_kind::local && !builder.has_sort) builder.sort_names = {name_list<concatenated<Name, "SK">>, 1};
    return builder.finish();
}

} // namespace detail

/// A global secondary index. Options: partition_key, sort_key, all | keys_only | include.
template <fixed_string Name, class... Options>
struct gsi {
    static constexpr detail::index_data data = detail::build_index<detail::index_kind::global, Name, Options...>();
};

/// A local secondary index: the table's partition key with another sort key. Options: sort_key, all | keys_only |
/// include.
template <fixed_string Name, class... Options>
struct lsi {
    static constexpr detail::index_data data = detail::build_index<detail::index_kind::local, Name, Options...>();
};

namespace detail {

template <class T>
inline constexpr std::size_t index_count_of = 0;
template <fixed_string Name, class... Options>
inline constexpr std::size_t index_count_of<gsi<Name, Options...>> = 1;
template <fixed_string Name, class... Options>
inline constexpr std::size_t index_count_of<lsi<Name, Options...>> = 1;

template <std::size_t Indexes>
struct table_constants {
    std::string_view type_attribute;
    stream_images stream = stream_images::none;
    index_data indexes[Indexes + 1];
};

template <std::size_t Indexes>
struct table_builder : key_builder {
    std::string_view type_attribute_name;
    bool has_type_attribute = false;
    bool has_entities = false;
    stream_images images = stream_images::none;
    index_data found[Indexes + 1];
    std::size_t count = 0;

    using key_builder::add;
    template <fixed_string Name, class... Options>
    constexpr void add(gsi<Name, Options...>*) {
        found[count++] = gsi<Name, Options...>::data;
    }
    template <fixed_string Name, class... Options>
    constexpr void add(lsi<Name, Options...>*) {
        found[count++] = lsi<Name, Options...>::data;
    }
    template <class... E>
    constexpr void add(entities<E...>*) {
        once(has_entities);
    }
    template <fixed_string Attribute>
    constexpr void add(type_attribute<Attribute>*) {
        once(has_type_attribute);
        type_attribute_name = name_list<Attribute>[0];
    }
    template <relation_option Relation>
    constexpr void add(Relation*) {}
    constexpr void record(stream_images wanted) {
        if (images != stream_images::none) data.option_twice = true;
        images = wanted;
    }
    constexpr void add(stream*) { record(stream_images::both); }
    template <class View>
    constexpr void add(stream_of<View>*) {
        if constexpr (images_of_view<View> != stream_images::none) record(images_of_view<View>);
        else data.unknown_option = !report<table_rule::stream_view, View>();
    }
    template <class Other>
    constexpr void add(Other*) {
        data.unknown_option = !report<table_rule::unknown_option, Other>();
    }
};

template <class... Options>
consteval auto build_table() {
    constexpr std::size_t indexes = (std::size_t{0} + ... + index_count_of<Options>);
    table_builder<indexes> builder;
    (builder.add(static_cast<Options*>(nullptr)), ...);
    if (!builder.has_partition) {
        builder.partition_names = {name_list<"PK">, 1};
        if (!builder.has_sort) builder.sort_names = {name_list<"SK">, 1};
    }
    table_constants<indexes> result;
    result.type_attribute = builder.type_attribute_name;
    result.stream = builder.images;
    result.indexes[0] = builder.finish();
    for (std::size_t i = 0; i != indexes; ++i) {
        index_data& index = result.indexes[i + 1] = builder.found[i];
        if (index.kind != index_kind::local) continue;
        for (std::size_t a = index.key_count(); a != index.partition_count; --a)
            index.attributes[a] = index.attributes[a - 1];
        index.attributes[0] = result.indexes[0].attributes[0];
        index.partition_count = index.declared_partition_count = 1;
    }
    return result;
}

template <class... Lists>
struct entity_list_of {
    using type = entities<>;
};
template <class... E, class... Rest>
struct entity_list_of<entities<E...>, Rest...> {
    using type = entities<E...>;
};
template <class First, class... Rest>
struct entity_list_of<First, Rest...> : entity_list_of<Rest...> {};

/// A table as constant data; element 0 of indexes is the primary key.
struct table_data {
    std::string_view name;
    std::string_view type_attribute; ///< empty if there is none
    array_view<index_data> indexes;
    stream_images stream = stream_images::none;
};

} // namespace detail

/// Options: partition_key, sort_key, gsi, lsi, type_attribute, entities, stream or stream_of, and the relations:
/// one_to_many, many_to_many, duplicated, total, or those to other tables: relations.
template <fixed_string Name, class... Options>
struct table {
    using entity_list = typename detail::entity_list_of<Options...>::type;
    static constexpr bool has_relations_between = (detail::relations_option<Options> || ...);
    using options = typename detail::options_of_table<has_relations_between, Options...>::type;

    static constexpr fixed_string name = Name;
    static constexpr bool has_relations = (detail::relation_option<Options> || ...);
    static constexpr auto storage = detail::build_table<Options...>();
    static constexpr detail::table_data data{name.view(), storage.type_attribute, storage.indexes, storage.stream};
};

} // namespace monotable
