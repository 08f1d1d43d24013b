// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/value_for.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/action_rules.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/store/batch/engine.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/read/object_sink.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// The types that are accepted as keys of a batch.
namespace monotable::detail {

template <class Range>
concept batch_range = requires(Range const& range) {
    std::begin(range);
    std::end(range);
};

template <class Range>
using element_of = std::remove_cvref_t<decltype(*std::begin(std::declval<Range const&>()))>;

/// The only field of the primary key; the number of fields if there are several.
template <class Table, class E>
constexpr std::size_t only_key_field() {
    std::size_t found = reflect<E>::size;
    for (std::size_t f = 0; f != reflect<E>::size; ++f) {
        if (!is_in_primary_key(entity_model<Table, E>::data, f)) continue;
        if (found != reflect<E>::size) return reflect<E>::size;
        found = f;
    }
    return found;
}

/// True for a struct that has each field of the primary key, by name and type.
template <class Table, class E, class K, std::size_t... F>
constexpr bool has_key_fields(std::index_sequence<F...>) {
    auto const has = []<std::size_t I>(std::integral_constant<std::size_t, I>) {
        if constexpr (!is_in_primary_key(entity_model<Table, E>::data, I)) return true;
        else if constexpr (field_index<K>(reflect<E>::names[I]) == reflect<K>::size) return false;
        else
            return std::is_same_v<typename reflect<K>::template type<field_index<K>(reflect<E>::names[I])>,
                                  typename reflect<E>::template type<I>>;
    };
    return (has(std::integral_constant<std::size_t, F>{}) && ...);
}

template <class Table, class E, class K>
constexpr bool is_batch_key() {
    if constexpr (std::is_same_v<K, E>) return true;
    else if constexpr (only_key_field<Table, E>() != reflect<E>::size &&
                       comparable_value<
                           typename reflect<E>::template type<only_key_field<Table, E>() % reflect<E>::size>, K>)
        return true;
    else if constexpr (std::is_class_v<K> && std::is_aggregate_v<K>)
        return has_key_fields<Table, E, K>(std::make_index_sequence<reflect<E>::size>{});
    else return false;
}

template <class Table, class E, class K>
item batch_key_of(K const& key) {
    entity_data const& entity = entity_model<Table, E>::data;
    std::string encodings[reflect<E>::size];
    constexpr std::size_t only = only_key_field<Table, E>();
    if constexpr (std::is_same_v<K, E>) {
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(key, addresses);
        encode_key(entity, addresses, encodings);
    } else if constexpr (only != reflect<E>::size &&
                         comparable_value<typename reflect<E>::template type<only % reflect<E>::size>, K>) {
        encode_operand<typename reflect<E>::template type<only>>(entity.name, entity.fields[only].name, key,
                                                                 encodings[only]);
    } else {
        void const* given[reflect<K>::size];
        reflect<K>::addresses(key, given);
        void const* addresses[reflect<E>::size] = {};
        for (std::size_t f = 0; f != reflect<E>::size; ++f)
            if (std::size_t const at = field_index<K>(entity.fields[f].name); at != reflect<K>::size)
                addresses[f] = given[at];
        encode_key(entity, addresses, encodings);
    }
    return key_of(entity, encodings);
}

/// Adds the keys; returns the objects that their items are decoded into.
template <class Table, class E, class Range>
std::vector<std::optional<E>> add_batch_keys(std::vector<batch_key>& to, Range const& keys) {
    std::size_t const first = to.size();
    for (auto const& each : keys)
        to.push_back(
            {&entity_model<Table, E>::data, batch_key_of<Table, E>(each), &decode_optional<Table, E>, nullptr});
    std::vector<std::optional<E>> objects(to.size() - first);
    for (std::size_t i = 0; i != objects.size(); ++i) to[first + i].object = &objects[i];
    return objects;
}

} // namespace monotable::detail
