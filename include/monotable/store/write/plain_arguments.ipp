// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/store/write/plain_arguments.hpp>

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

MONOTABLE_INLINE void plain_arguments::fill_key(key_item& out) const {
    out.fill(entity_,
             [&](std::size_t, template_part const& part) { return value(static_cast<std::size_t>(part.field)); });
}

} // namespace monotable::detail
