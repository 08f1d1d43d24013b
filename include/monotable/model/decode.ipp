// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/fill.hpp>

#include <string>
#include <string_view>

namespace monotable::detail {

/// True if the stored key attribute matches the slot's template.
MONOTABLE_INLINE bool slot_matches(entity_data const& entity, key_slot const& slot, value_view stored) {
    return read_slot(entity, slot, stored, [](template_part const&, std::string_view) {});
}

MONOTABLE_INLINE bool is_of_another(entity_data const& entity, item_view candidate) {
    if (entity.table->type_attribute.empty()) return false;
    auto const type = candidate.find(entity.table->type_attribute);
    return type && (type->type() != value_type::string || type->as_string() != entity.name);
}

MONOTABLE_INLINE bool belongs_to(entity_data const& entity, item_view candidate) {
    if (is_of_another(entity, candidate)) return false;
    std::size_t const count = entity.table->indexes[0].key_count();
    for (std::size_t s = 0; s != count; ++s) {
        auto const stored = candidate.find(entity.slots[s].attribute.name);
        if (!stored || !slot_matches(entity, entity.slots[s], *stored)) return false;
    }
    return true;
}

MONOTABLE_INLINE void item_decoder::decode(item_view source) {
    try {
        item present;
        bool const earlier = entity_.earlier != nullptr && entity_.earlier->upgrade(entity_, source, present);
        read(earlier ? present.view() : source);
    } catch (bad_item const& e) {
        std::string message(e.what());
        throw bad_item(message.append(" (item ").append(primary_key_text(entity_, source)).append(")"));
    }
}

MONOTABLE_INLINE void item_decoder::read(item_view source) {
    auto next = result_.order.begin();
    auto const end = result_.order.end();
    std::size_t left = result_.order.size();
    for (auto const& [name, value] : source) {
        while (next != end && result_.fields[*next].attribute < name) ++next;
        if (next == end) break;
        for (; next != end && result_.fields[*next].attribute == name; ++next) {
            if (result_.fields[*next].key_only) continue;
            store(*next, value);
            --left;
        }
    }
    if (left == 0) return;
    recover(source);
    for (std::size_t const field : result_.order)
        if (unread_[field] != nullptr) settle(field);
}

MONOTABLE_INLINE void item_decoder::store(std::size_t field, value_view value) {
    try {
        result_.fields[field].type->decode(value, unread_[field]);
    } catch (error const&) {
        rethrow_for_field(entity_.name, result_.fields[field].name);
    }
    unread_[field] = nullptr;
}

MONOTABLE_INLINE void item_decoder::recover(item_view source) {
    for (key_slot const& slot : entity_.slots) {
        if (slot.native != no_field || slot.repeated) continue;
        auto const stored = source.find(slot.attribute.name);
        if (!stored) continue;
        (void)read_slot(entity_, slot, *stored, [&](template_part const& part, std::string_view encoding) {
            for (std::size_t i = 0; i != result_.fields.size(); ++i)
                if (unread_[i] != nullptr && result_.fields[i].name == part.text) store(i, value_view(encoding.data()));
        });
    }
}

MONOTABLE_INLINE void item_decoder::settle(std::size_t field) {
    field_data const& data = result_.fields[field];
    if (data.defaulted) return;
    if (data.type->reset != nullptr) return data.type->reset(unread_[field]);
    std::string message("monotable: ");
    message.append(entity_.name).append(".").append(data.name).append(": the item has no attribute \"");
    message.append(data.attribute).append("\"; make the field std::optional or defaulted<> if it may be missing");
    throw bad_item(message);
}

} // namespace monotable::detail
