// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/append_value.hpp>
#include <monotable/config.hpp>
#include <monotable/model/fill.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void check_native(entity_data const& entity, key_slot const& slot, value_view v) {
    template_part const& part = entity.parts_of(slot).front();
    bool const is_text = v.type() == value_type::string;
    if (is_text ? v.as_string().empty() || !v.as_string().starts_with(part.format.prefix) : part.format.shard_range) {
        byte_buffer text; // the rules for key texts: not empty, shard in range, prefix present
        append_key_text(text, entity.name, part, *entity.fields[static_cast<std::size_t>(part.field)].type, v);
    }
    if (v.type() == value_type::binary && v.as_binary().empty())
        refuse_key_value(entity.name, part, {}, "empty bytes cannot be a key");
}

MONOTABLE_INLINE void fill_native(entity_data const& entity, key_slot const& slot, value_view v, byte_buffer& out) {
    if (std::uint16_t const shards = entity.parts_of(slot).front().format.shards; shards != 0) {
        out.append_scalar(value_type::number, encode_number(shard_of(v, shards)).view());
        return;
    }
    check_native(entity, slot, v);
    out.append(v.bytes());
}

} // namespace monotable::detail
