// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/derived.hpp>
#include <monotable/model/model_of.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

/// The item that a put of an object writes.
namespace monotable::detail {

/// True if the option is a duplicated<> that copies the field of an E from a source with each write of E.
template <class Option, class E>
inline constexpr bool fills = false;
template <fixed_string Name, class Source, class Copy, class... Options>
inline constexpr bool fills<duplicated<Name, Source, Copy, Options...>, Copy> =
    duplicated<Name, Source, Copy, Options...>::derived.in_transaction;

template <class Option, class E>
constexpr bool is_filled_by(std::string_view field) {
    if constexpr (fills<Option, E>)
        for (std::size_t i = 0; i != Option::derived.field_count; ++i)
            if (Option::derived.fields[i].to == field) return true;
    return false;
}

/// The fields of E that are copied from sources with each write of E.
template <class E, class Options>
struct filled_fields;
template <class E, class... Options>
struct filled_fields<E, option_list<Options...>> {
    static constexpr bool any = (fills<Options, E> || ...);
    static constexpr bool has(std::size_t field) { return (is_filled_by<Options, E>(reflect<E>::names[field]) || ...); }
};

/// Encodes the object without the fields that will be copied from sources, because the program may have left them without a
/// value that can be encoded.
template <class Table, class E>
item encode_unfilled(void const* const* addresses) {
    entity_data const& entity = entity_model<Table, E>::data;
    std::string encodings[reflect<E>::size];
    for (std::size_t i = 0; i != reflect<E>::size; ++i) {
        if (!entity.fields[i].is_stored() || filled_fields<E, typename Table::options>::has(i)) continue;
        try {
            value_writer writer(encodings[i]);
            entity.fields[i].type->encode(addresses[i], writer);
        } catch (error const&) {
            rethrow_for_field(entity.name, entity.fields[i].name);
        }
    }
    return encoded_object(entity,
                          [&](std::size_t i) {
                              return encodings[i].empty() ? static_cast<char const*>(nullptr) : encodings[i].data();
                          })
        .to_item();
}

/// True if the item has the fields that identify its source.
template <class Table, class E, class Option>
bool belongs_by(item_view source) {
    entity_data const& entity = entity_model<Table, E>::data;
    if constexpr (fills<Option, E>)
        for (std::size_t i = 0; i != Option::derived.match_count; ++i) {
            std::int16_t const field = entity.field_named(Option::derived.matches[i].many);
            if (field == no_field || entity.fields[static_cast<std::size_t>(field)].key_only) continue;
            if (!source.contains(entity.fields[static_cast<std::size_t>(field)].attribute)) return false;
        }
    return true;
}
template <class Table, class E, class... Options>
bool belongs_by_all(item_view source, option_list<Options...>) {
    return (belongs_by<Table, E, Options>(source) && ...);
}

/// Throws bad_value naming entity and field.
template <class Table, class E>
item put_item(void const* const* addresses) {
    if constexpr (filled_fields<E, typename Table::options>::any) {
        try {
            return encoded_object(entity_model<Table, E>::data, addresses).to_item();
        } catch (bad_value const&) {
            item result = encode_unfilled<Table, E>(addresses); // throws, too, if another field caused the error
            if (!belongs_by_all<Table, E>(result, typename Table::options{})) throw;
            return result;
        }
    } else {
        return encoded_object(entity_model<Table, E>::data, addresses).to_item();
    }
}

} // namespace monotable::detail
