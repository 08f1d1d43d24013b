// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/fill.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/action_rules.hpp>
#include <monotable/query/plan_of.hpp>

#include <cstddef>
#include <string>

/// Conversion of the primary key in the arguments of a verb to key attributes.
namespace monotable::detail {

/// The primary key from the conditions of get and erase.
template <class Table, class E, class... C>
item key_from(C const&... conditions) {
    constexpr plan_data const& plan = get_plan<Table, E, C...>;
    condition_values const values[] = {encode_condition<E>(conditions)..., {}};
    entity_data const& entity = entity_model<Table, E>::data;
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    std::size_t position = 0;
    for (std::size_t s = 0; s != Table::data.indexes[0].key_count(); ++s) {
        key_slot const& slot = entity.slots[s];
        auto const parts = entity.parts_of(slot);
        std::string encoding;
        fill_slot(
            entity, slot,
            [&](template_part const& part) {
                return values[plan.source[position + static_cast<std::size_t>(&part - parts.data())]].first.data();
            },
            encoding);
        writer.name(slot.attribute.name);
        writer.raw(value_view(encoding.data()));
        position += parts.size();
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

/// The primary key from the encoded values of its fields.
item key_of(entity_data const& entity, std::string const* encodings);

/// The attributes of an item's primary key.
item primary_key_of(table_data const& table, item_view source);

/// Encodes the fields of the primary key of an object.
void encode_key(entity_data const& entity, void const* const* addresses, std::string* out);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/primary_key.ipp>
#endif
