// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/schema/field_error.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/value/item.hpp>

#include <optional>
#include <string_view>

/// The backend's operations, on behalf of an entity, which bad_value then names beside the table.
namespace monotable::detail {

inline write_outcome write_for(std::string_view entity, backend& store, write_request const& request) {
    try {
        return store.write(request);
    } catch (bad_value const&) {
        rethrow_for_field(entity, {});
    }
}

inline std::optional<item> get_for(std::string_view entity, backend& store, get_request const& request) {
    try {
        return store.get(request);
    } catch (bad_value const&) {
        rethrow_for_field(entity, {});
    }
}

} // namespace monotable::detail
