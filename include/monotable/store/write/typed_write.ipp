// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/write/typed_write.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void take_constants(entity_data const& entity, write_input const& input, void** unread) {
    for (std::size_t i = 0; i != input.action_count; ++i) {
        update_action const& action = input.actions[i];
        if (!action.is_constant()) continue;
        field_data const& field = entity.fields[action.field];
        char const* const encoding = action.constant();
        if (encoding != nullptr && !field.key_only) continue;
        if (encoding != nullptr) field.type->decode(value_view(encoding), unread[action.field]);
        else if (field.type->reset != nullptr) field.type->reset(unread[action.field]);
        unread[action.field] = nullptr;
    }
}

MONOTABLE_INLINE void write_arguments::take_key(entity_data const& entity) { key = key_of(entity, input.key); }

MONOTABLE_INLINE void write_arguments::take_key(entity_data const& entity, void const* const* addresses) {
    encode_key(entity, addresses, input.key);
    if (entity.managed != nullptr && entity.managed->version != no_field) {
        auto const field = static_cast<std::size_t>(entity.managed->version);
        value_writer writer(version);
        entity.fields[field].type->encode(addresses[field], writer);
    }
    take_key(entity);
}

} // namespace monotable::detail
