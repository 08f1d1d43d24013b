// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/short_bytes.hpp>
#include <monotable/core/varint.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/fill.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// True if the stored key attribute matches the slot's template, so that read_slot() would be true.
MONOTABLE_INLINE bool slot_matches(entity_data const& entity, key_slot const& slot, value_view stored) {
    if (slot.native != no_field || slot.attribute.type != 'S')
        return read_slot(entity, slot, stored, [](template_part const&, std::string_view) {});
    if (stored.type() != value_type::string) return false;
    std::string_view rest = stored.as_string();
    for (template_part const& part : entity.parts_of(slot)) {
        if (part.placeholder) {
            if (!match_key_text(rest, part, *entity.fields[static_cast<std::size_t>(part.field)].type)) return false;
        } else {
            if (!rest.starts_with(part.text)) return false;
            rest.remove_prefix(part.text.size());
        }
    }
    return rest.empty();
}

MONOTABLE_INLINE bool is_of_another(entity_data const& entity, item_view candidate) {
    if (entity.table->type_attribute.empty()) return false;
    auto const type = candidate.find(entity.table->type_attribute);
    return type && (type->type() != value_type::string || type->as_string() != entity.name);
}

MONOTABLE_INLINE bool belongs_to(entity_data const& entity, item_view candidate, std::size_t implied) {
    if (is_of_another(entity, candidate)) return false;
    std::size_t const count = entity.table->indexes[0].key_count();
    for (std::size_t s = implied; s != count; ++s) {
        auto const stored = candidate.find(entity.slots[s].attribute.name);
        if (!stored || !slot_matches(entity, entity.slots[s], *stored)) return false;
    }
    return true;
}

MONOTABLE_INLINE void item_decoder::decode(item_view source) {
    if (entity_.earlier == nullptr) return decode_current(source);
    try {
        item present;
        read(entity_.earlier->upgrade(entity_, source, present) ? present.view() : source);
    } catch (bad_item const& e) {
        refuse(e, source);
    }
}

MONOTABLE_INLINE void item_decoder::refuse(bad_item const& reason, item_view source) const {
    std::string message(reason.what());
    throw bad_item(message.append(" (item ").append(primary_key_text(entity_, source)).append(")"));
}

MONOTABLE_INLINE void item_decoder::decode_current(item_view source) {
    try {
        read(source);
    } catch (bad_item const& e) {
        refuse(e, source);
    }
}

MONOTABLE_INLINE void item_decoder::read(item_view source) {
    std::size_t const left = read_attributes(source);
    if (left == 0) return;
    recover(source);
    for (std::size_t const field : result_.order)
        if (unread_[field] != nullptr) settle(field);
}

MONOTABLE_INLINE std::size_t item_decoder::read_attributes(item_view source) {
    auto next = result_.order.begin();
    auto const end = result_.order.end();
    std::size_t left = result_.order.size();
    if (next == end) return left;
    field_data const* field = &result_.fields[*next];
    auto* p = source.bytes().data() + 5;
    try {
        for (auto members = read_varint(p); members != 0; --members) {
            auto const name = read_sized(p);
            while (!same_name(field->attribute, name) && compare_names(field->attribute, name) < 0) {
                if (++next == end) return left;
                field = &result_.fields[*next];
            }
            while (same_name(field->attribute, name)) {
                if (!field->key_only) {
                    field->type->decode(value_view(p), std::exchange(unread_[*next], nullptr));
                    --left;
                }
                if (++next == end) return left;
                field = &result_.fields[*next];
            }
            p = end_of_value(p);
        }
    } catch (error const&) {
        rethrow_for_field(entity_.name, field->name);
    }
    return left;
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
