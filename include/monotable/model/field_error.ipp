// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/mismatch.hpp>
#include <monotable/config.hpp>
#include <monotable/model/field_error.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void rethrow_for_field(std::string_view entity, std::string_view field) {
    std::string where("monotable: ");
    where.append(entity);
    if (!field.empty()) where.append(".").append(field);
    try {
        rethrow_within(where);
    } catch (located<bad_item> const& e) {
        throw bad_item(e.what());
    } catch (located<bad_value> const& e) {
        throw bad_value(e.what());
    }
}

MONOTABLE_INLINE std::string primary_key_text(entity_data const& entity, item_view source) {
    std::string text;
    for (std::size_t i = 0; i != entity.table->indexes[0].key_count(); ++i) {
        std::string_view const name = entity.table->indexes[0].attributes[i].name;
        auto const stored = source.find(name);
        if (!text.empty()) text += ", ";
        text.append(name).append(" = ").append(stored ? shown(*stored) : std::string("?"));
    }
    return text;
}

} // namespace monotable::detail
