// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// Conversion of items of earlier versions to the current one. REQUIRES, for all functions: the entity has earlier
/// versions.
namespace monotable::detail {

/// The conversion of values of a field's earlier type.
struct field_conversion {
    enum class sign : std::uint8_t { type, former_name, rejection };
    std::int16_t field = no_field;
    sign known_by = sign::type; ///< how old values are distinguished from those of the current type
    value_type from{};          ///< the stored type of old values
    /// Appends the value, converted to the current type. False, with nothing appended, if the result is absence. Throws
    /// bad_item if the value cannot be converted.
    bool (*convert)(value_view stored, std::string& out) = nullptr;
};

constexpr bool has_attribute(field_data const& field) { return !field.key_only && field.is_stored(); }

/// The item that the current version would have written: each field has its current name and type, and dropped
/// attributes are removed. Key attributes are not changed. Throws bad_item if a value cannot be converted.
item upgraded(entity_data const& entity, item_view source);

bool upgrade_item(entity_data const& entity, item_view stored, item& out);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/model/upgrade.ipp>
#endif
