// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/writer.hpp>
#include <monotable/store/primary_key.hpp>

namespace monotable::detail {

MONOTABLE_INLINE item key_of(entity_data const& entity, std::string const* encodings) {
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (std::size_t s = 0; s != entity.table->indexes[0].key_count(); ++s) {
        std::string encoding;
        fill_slot(
            entity, entity.slots[s], [&](template_part const& part) { return encodings[part.field].data(); }, encoding);
        writer.name(entity.slots[s].attribute.name);
        writer.raw(value_view(encoding.data()));
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE item primary_key_of(table_data const& table, item_view source) {
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (std::size_t i = 0; i != table.indexes[0].key_count(); ++i) {
        writer.name(table.indexes[0].attributes[i].name);
        writer.raw(*source.find(table.indexes[0].attributes[i].name));
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE void encode_key(entity_data const& entity, void const* const* addresses, std::string* out) {
    for (std::size_t i = 0; i != entity.fields.size(); ++i) {
        if (!is_in_primary_key(entity, i)) continue;
        try {
            value_writer writer(out[i]);
            entity.fields[i].type->encode(addresses[i], writer);
        } catch (error const&) {
            rethrow_for_field(entity.name, entity.fields[i].name);
        }
    }
}

} // namespace monotable::detail
