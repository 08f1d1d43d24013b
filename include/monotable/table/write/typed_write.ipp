// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/table/write/typed_write.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void take_constants(entity_data const& entity, write_input const& input, void** unread) {
    for (std::size_t i = 0; i != input.action_count; ++i) {
        update_action const& action = input.actions[i];
        if (!action.is_constant()) continue;
        field_data const& field = entity.fields[action.field];
        char const* const encoding = action.constant();
        if (encoding != nullptr && !field.in_key) continue;
        if (encoding != nullptr) field.type->decode(value_view(encoding), unread[action.field]);
        else if (field.type->reset != nullptr) field.type->reset(unread[action.field]);
        unread[action.field] = nullptr;
    }
}

} // namespace monotable::detail
