// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/relation/link.hpp>

namespace monotable {

namespace detail {

MONOTABLE_INLINE std::size_t check_side(write_set& set, entity_data const& side, item const& key,
                                        std::string_view subject, std::size_t action) {
    planned_write check;
    check.entity = &side;
    check.kind = write_kind::check;
    check.attributes = key;
    check.expected = precondition::must_exist;
    check.if_failed = write_error::missing_reference;
    check.subject = subject;
    check.action = action;
    return set.add(std::move(check));
}

} // namespace detail

} // namespace monotable
