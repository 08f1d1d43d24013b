// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/writer.hpp>
#include <monotable/store/primary_key.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void key_item::begin() { bytes_.append(view_of(empty_item_encoding, sizeof empty_item_encoding)); }

MONOTABLE_INLINE void key_item::end(std::size_t count) noexcept {
    bytes_.data()[5] = static_cast<char>(count);
    write_u32(bytes_.data() + 1, static_cast<std::uint32_t>(bytes_.size() - 5));
}

MONOTABLE_INLINE void key_item::fill(entity_data const& entity, plan_data const& plan, char const* values,
                                     std::size_t const* offsets) {
    fill(entity, [&](std::size_t, template_part const& part) {
        auto const at = static_cast<std::size_t>(&part - entity.parts.data()) - entity.slots[0].first_part;
        return values + offsets[plan.source[at]];
    });
}

MONOTABLE_INLINE item key_of(entity_data const& entity, std::string const* encodings) {
    key_item out;
    out.fill(entity, [&](std::size_t, template_part const& part) { return encodings[part.field].data(); });
    return item(out.view());
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
