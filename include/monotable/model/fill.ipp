// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/varint.hpp>
#include <monotable/model/fill.hpp>

#include <cstring>

namespace monotable::detail {

MONOTABLE_INLINE void open_string::finish() {
    std::size_t const size = out_.size() - start_ - 2;
    if (size >= 0x80) {
        char length[10];
        std::size_t const width = write_varint(length, size);
        out_.extend(width - 1);
        std::memmove(out_.data() + start_ + 1 + width, out_.data() + start_ + 2, size);
        std::memcpy(out_.data() + start_ + 1, length, width);
    } else {
        out_.data()[start_ + 1] = static_cast<char>(size);
    }
}

MONOTABLE_INLINE void check_native_key(entity_data const& entity, template_part const& part, value_view v) {
    if (v.type() == value_type::string ? v.as_string().empty() || !v.as_string().starts_with(part.format.prefix)
                                       : part.format.shard_range) {
        inline_buffer<64> text; // the rules are those for key texts: not empty, shard in range, prefix present
        append_key_text(text, entity.name, part, *entity.fields[static_cast<std::size_t>(part.field)].type, v);
    }
    if (v.type() == value_type::binary && v.as_binary().empty())
        refuse_key_value(entity.name, part, {}, "empty bytes cannot be a key");
}

} // namespace monotable::detail
