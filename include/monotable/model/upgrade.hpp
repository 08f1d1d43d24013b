// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// Items of earlier versions as items of the present one. REQUIRES everywhere: an entity that has earlier versions.
namespace monotable::detail {

/// How values of a field's earlier type are read.
struct field_conversion {
    enum class sign : std::uint8_t { type, former_name, refusal };
    std::int16_t field = no_field;
    sign known_by = sign::type; ///< what tells them from values of the present type
    value_type from{};          ///< how they are stored
    /// Appends the value as one of the present type, or nothing and false where that is absence. Throws bad_item.
    bool (*convert)(value_view stored, std::string& out) = nullptr;
};

constexpr bool has_attribute(field_data const& field) { return !field.in_key && field.is_stored(); }

/// The item as it would be had the present version written it: each field under its present name and in its present type.
/// What is dropped is left out; key attributes are as they were. Throws bad_item where a value cannot be converted.
item upgraded(entity_data const& entity, item_view source);

bool upgrade_item(entity_data const& entity, item_view stored, item& out);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/model/upgrade.ipp>
#endif
