// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/store/write/plain_arguments.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void plain_arguments::refuse_absent(std::size_t field) const {
    refuse_absent_operand(entity_.name, entity_.fields[field].name);
}

MONOTABLE_INLINE void plain_arguments::fill_key(key_item& out) const {
    out.fill(entity_,
             [&](std::size_t, template_part const& part) { return value(static_cast<std::size_t>(part.field)); });
}

} // namespace monotable::detail
