// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/schema/field_error.hpp>
#include <monotable/table/for_entity.hpp>

namespace monotable::detail {

MONOTABLE_INLINE write_outcome write_for(std::string_view entity, backend& store, write_request const& request) {
    try {
        return store.write(request);
    } catch (bad_value const&) {
        rethrow_for_field(entity, {});
    }
}

MONOTABLE_INLINE std::optional<item> get_for(std::string_view entity, backend& store, get_request const& request) {
    try {
        return store.get(request);
    } catch (bad_value const&) {
        rethrow_for_field(entity, {});
    }
}

} // namespace monotable::detail
