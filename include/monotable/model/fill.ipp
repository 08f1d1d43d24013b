// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/append_value.hpp>
#include <monotable/config.hpp>
#include <monotable/model/fill.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void fill_native(entity_data const& entity, key_slot const& slot, value_view v, byte_buffer& out) {
    template_part const& part = entity.parts_of(slot).front();
    if (part.format.shards != 0) {
        out.append_scalar(value_type::number, encode_number(shard_of(v, part.format.shards)).view());
        return;
    }
    // Applies the rules for key texts: not empty, shard in range, prefix present.
    if (v.type() == value_type::string || part.format.shard_range) {
        byte_buffer text;
        append_key_text(text, entity.name, part, *entity.fields[static_cast<std::size_t>(part.field)].type, v);
    }
    if (v.type() == value_type::binary && v.as_binary().empty())
        refuse_key_value(entity.name, part, {}, "empty bytes cannot be a key");
    out.append(v.bytes());
}

} // namespace monotable::detail
