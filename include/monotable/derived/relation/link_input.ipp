// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/relation/link_input.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void refuse_absent_match(std::string_view side, std::string_view field) {
    throw bad_value(std::string("monotable: ")
                        .append(side)
                        .append(".")
                        .append(field)
                        .append(": is absent, so that nothing can be linked by it"));
}

} // namespace monotable::detail
