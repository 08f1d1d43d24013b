// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/model/fill.hpp>
#include <monotable/store/write/plain_arguments.hpp>

#include <cstring>

namespace monotable::detail {

MONOTABLE_INLINE void plain_arguments::add(std::size_t field, field_type const& type, void const* value) {
    std::size_t const start = bytes_.size();
    offsets_[field] = absent;
    try {
        value_writer writer(bytes_);
        if (value != nullptr && type.encode(value, writer)) offsets_[field] = start;
    } catch (error const&) {
        rethrow_for_field(entity_.name, entity_.fields[field].name);
    }
}

MONOTABLE_INLINE void plain_arguments::add_key(std::size_t field, field_type const& type, void const* value) {
    keys_ |= std::uint64_t{1} << field;
    add(field, type, value);
    if (offsets_[field] == absent) refuse_absent_operand(entity_.name, entity_.fields[field].name);
}

MONOTABLE_INLINE void plain_arguments::add_assignment(std::size_t field, field_type const& type, void const* value) {
    assigned_ |= std::uint64_t{1} << field;
    order_[assigned_count_++] = static_cast<std::uint8_t>(field);
    add(field, type, value);
}

MONOTABLE_INLINE void plain_arguments::write_key(byte_buffer& out) const {
    std::size_t const count = entity_.table->indexes[0].key_count();
    auto const value_of = [&](template_part const& part) { return value(static_cast<std::size_t>(part.field)); };
    std::size_t const start = out.size();
    out.append({empty_item_encoding, sizeof empty_item_encoding});
    // The attributes are ordered by name.
    bool const swapped = count == 2 && entity_.slots[1].attribute.name < entity_.slots[0].attribute.name;
    for (std::size_t i = 0; i != count; ++i) {
        key_slot const& slot = entity_.slots[swapped ? 1 - i : i];
        char length[10];
        out.append({length, write_varint(length, slot.attribute.name.size())});
        out.append(slot.attribute.name);
        fill_slot(entity_, slot, value_of, out);
    }
    out.data()[start + 5] = static_cast<char>(count);
    write_u32(out.data() + start + 1, static_cast<std::uint32_t>(out.size() - start - 5));
}

} // namespace monotable::detail
