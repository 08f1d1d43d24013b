// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/model/const_member.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/violation/store.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

/// A struct as a projection: its fields are fields of the entity, by name and type (or an optional of it).
namespace monotable::detail {

/// The index holds every attribute that items written by earlier versions may have the field in.
constexpr bool are_former_attributes_projected(entity_data const& entity, std::size_t index, std::size_t field) {
    for (former_attribute const& former : entity.former_attributes()) {
        if (former.field != static_cast<std::int16_t>(field)) continue;
        bool included = false;
        for (std::string_view const name : entity.table->indexes[index].included)
            included = included || name == former.name;
        if (!included) return false;
    }
    return true;
}

/// The item, when the index gives it, holds the field: as an attribute, or in the text of a key attribute.
constexpr bool is_projected(entity_data const& entity, std::size_t index, std::size_t field) {
    index_data const& data = entity.table->indexes[index];
    field_data const& wanted = entity.fields[field];
    if (data.projection == projection_kind::all || !wanted.is_stored()) return true;
    if (!wanted.key_only) {
        for (std::string_view const name : data.included)
            if (name == wanted.attribute) return are_former_attributes_projected(entity, index, field);
    }
    for (std::size_t i : {std::size_t{0}, index}) {
        std::size_t const count = entity.table->indexes[i].key_count();
        for (std::size_t s = entity.index_mappings[i].first_slot; s != entity.index_mappings[i].first_slot + count;
             ++s) {
            key_slot const& slot = entity.slots[s];
            for (template_part const& part : entity.parts_of(slot))
                if (part.placeholder && static_cast<std::size_t>(part.field) == field && !is_lossy(part, *wanted.type))
                    return true;
        }
    }
    return false;
}

template <class Table, class E, class Result>
struct projection {
    using fields = reflect<Result>;

    static constexpr auto build() {
        struct {
            field_data fields[projection::fields::size];
            std::uint16_t order[projection::fields::size];
            std::size_t order_count = 0;
        } built{};
        entity_data const& entity = entity_model<Table, E>::data;
        for (std::size_t i = 0; i != fields::size; ++i) {
            std::int16_t const source = entity.field_named(fields::names[i]);
            if (source != no_field) built.fields[i] = entity.fields[static_cast<std::size_t>(source)];
            if constexpr (declares<E>(option_kind::not_stored))
                built.fields[i].type = fields::template each<type_pointer_if_storable, field_type const*>[i];
            else built.fields[i].type = fields::template each<type_pointer, field_type const*>[i];
            if constexpr (declares<E>(option_kind::time_to_live))
                if (auto const type = fields::template each<epoch_type_pointer, field_type const*>[i];
                    type != nullptr && built.fields[i].has(option_kind::time_to_live))
                    built.fields[i].type = type;
        }
        built.order_count = order_by_attribute(built.fields, built.order);
        return built;
    }
    static constexpr auto storage = build();
    static constexpr result_data result{storage.fields, {storage.order, storage.order_count}};
};

template <class Table, class E, class Result>
constexpr result_data const& result_of() {
    if constexpr (std::is_same_v<E, Result>) return entity_model<Table, E>::result;
    else return projection<Table, E, Result>::result;
}

/// Field I of Result is a field of E of the same type, or an optional of it.
template <class E, class Result, std::size_t I>
constexpr bool valid_projected_field() {
    constexpr std::string_view name = reflect<Result>::names[I];
    constexpr std::size_t source = field_index<E>(name);
    if constexpr (source == reflect<E>::size) {
        return report<store_rule::projected_field, E, Result, named<to_fixed<name.size()>(name)>>();
    } else {
        using wanted = typename reflect<Result>::template type<I>;
        using stored = typename reflect<E>::template type<source>;
        if constexpr (std::is_same_v<wanted, stored> || std::is_same_v<wanted, std::optional<stored>>) return true;
        else return report<store_rule::projected_type, E, Result, named<to_fixed<name.size()>(name)>, stored, wanted>();
    }
}

template <class E, class Result, std::size_t... I>
constexpr bool valid_projection(std::index_sequence<I...>) {
    return (valid_projected_field<E, Result, I>() && ...);
}

/// The first field of Result that the index does not hold; the number of fields when it holds them all.
template <class Table, class E, std::size_t Index, class Result>
constexpr std::size_t first_unprojected() {
    entity_data const& entity = entity_model<Table, E>::data;
    for (std::size_t i = 0; i != reflect<Result>::size; ++i)
        if (!is_projected(entity, Index, field_index<E>(reflect<Result>::names[i]))) return i;
    return reflect<Result>::size;
}

/// Result can be read from items of E in this index; otherwise one error.
template <class Table, class E, std::size_t Index, class Result>
constexpr bool valid_result() {
    if constexpr (std::is_same_v<Result, item>) {
        return true;
    } else if constexpr (!reflectable<Result>) {
        return report<store_rule::not_a_projection, E, Result>();
    } else if constexpr (!std::is_default_constructible_v<Result>) {
        return report<store_rule::not_default_constructible, Result>();
    } else if constexpr (std::is_same_v<E, Result> && Table::data.indexes[Index].projection == projection_kind::all) {
        return true; // by far the most frequent
    } else if constexpr (!valid_projection<E, Result>(std::make_index_sequence<reflect<Result>::size>{})) {
        return false;
    } else if constexpr (!has_no_const_member<Result>()) {
        return false;
    } else if constexpr (first_unprojected<Table, E, Index, Result>() != reflect<Result>::size) {
        constexpr std::string_view field = reflect<Result>::names[first_unprojected<Table, E, Index, Result>()];
        constexpr std::string_view index = Table::data.indexes[Index].name;
        return report<store_rule::not_projected, E, Result, named<to_fixed<field.size()>(field)>,
                      named<to_fixed<index.size()>(index)>>();
    } else {
        return true;
    }
}

/// The attributes to read for a projection: its own, every key attribute of the entity (they tell what an item is, where the
/// next page starts, and hold fields that are kept in keys only) and the entity's type.
template <class Table, class E, class Result>
struct projected_names {
    struct list {
        std::string_view names[reflect<Result>::size + entity_model<Table, E>::data.slots.size() +
                               entity_model<Table, E>::data.former_attributes().size() + 1];
        std::size_t size = 0;

        constexpr void add(std::string_view name) {
            for (std::size_t i = 0; i != size; ++i)
                if (names[i] == name) return;
            names[size++] = name;
        }
    };

    static constexpr list build() {
        list found;
        for (field_data const& field : result_of<Table, E, Result>().fields)
            if (!field.key_only && field.is_stored()) found.add(field.attribute);
        for (key_slot const& slot : entity_model<Table, E>::data.slots) found.add(slot.attribute.name);
        for (former_attribute const& former : entity_model<Table, E>::data.former_attributes())
            if (former.field != no_field) found.add(former.name);
        if (!Table::data.type_attribute.empty()) found.add(Table::data.type_attribute);
        return found;
    }
    static constexpr list built = build();
};

/// None for an entity or an item, which want every attribute, and for an index that projects some only.
template <class Table, class E, std::size_t Index, class Result>
constexpr array_view<std::string_view> names_to_read() {
    if constexpr (std::is_same_v<Result, E> || std::is_same_v<Result, item> ||
                  Table::data.indexes[Index].projection != projection_kind::all) {
        return {};
    } else {
        using names = projected_names<Table, E, Result>;
        return {names::built.names, names::built.size};
    }
}

/// REQUIRES: the object is value-initialized, or decoding assigns every field. Throws bad_item as item_decoder::decode.
template <class Result>
void decode_into(Result& object, [[maybe_unused]] entity_data const& entity, [[maybe_unused]] result_data const& fields,
                 item_view source) {
    void const* addresses[reflect<Result>::size];
    reflect<Result>::addresses(object, addresses);
    void* targets[reflect<Result>::size];
    for (std::size_t i = 0; i != reflect<Result>::size; ++i) targets[i] = const_cast<void*>(addresses[i]);
    item_decoder(entity, fields, targets).decode(source);
}

/// True if decoding does not assign every field, so that an object that is reused has to be initialized again.
template <class Table, class E, class Result>
constexpr bool keeps_initializers() {
    for (field_data const& field : result_of<Table, E, Result>().fields)
        if (field.defaulted || !field.is_stored()) return true;
    return false;
}

/// Decodes into an object that may hold another item, whose memory is reused. It is unspecified if this throws.
template <class Table, class E, class Result>
void decode_again(Result& object, item_view source) {
    if constexpr (std::is_same_v<Result, item>) {
        object = item(source);
    } else {
        if constexpr (keeps_initializers<Table, E, Result>()) object = Result{};
        decode_into(object, entity_model<Table, E>::data, result_of<Table, E, Result>(), source);
    }
}

/// Throws bad_item as item_decoder::decode.
template <class Result>
Result decode_object(entity_data const& entity, result_data const& fields, item_view source) {
    Result object{};
    decode_into(object, entity, fields, source);
    return object;
}
template <class Table, class E, class Result>
Result decode_as(item_view source) {
    if constexpr (std::is_same_v<Result, item>) return item(source);
    else return decode_object<Result>(entity_model<Table, E>::data, result_of<Table, E, Result>(), source);
}

} // namespace monotable::detail
