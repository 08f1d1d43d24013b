// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/core/view.hpp>
#include <monotable/key/key_template.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/entity.hpp>
#include <monotable/model/table.hpp>
#include <monotable/violation/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace monotable {

class expression;

} // namespace monotable

/// An entity in its table as constant data: what the planner reads at compile time and the stores' typed skin at run time.
/// No template below this line depends on a user's type.
namespace monotable::detail {

inline constexpr std::int16_t no_field = -1;

struct field_data {
    std::string_view name;      ///< in the struct
    std::string_view attribute; ///< in the item
    field_type const* type = nullptr;
    bool in_key = false;     ///< kept in the key text only
    bool defaulted = false;  ///< may be missing in an item
    std::uint16_t roles = 0; ///< a bit for each attribute_role

    constexpr bool has(attribute_role role) const { return (roles >> static_cast<unsigned>(role) & 1u) != 0; }
    constexpr bool is_stored() const { return !has(attribute_role::not_stored); }
};

/// One key attribute of the table or of an index, as this entity fills it.
struct key_slot {
    key_attribute_data attribute;
    std::uint16_t first_part = 0;
    std::uint16_t part_count = 0;
    std::int16_t native = no_field; ///< the field whose own attribute this is; no_field: composed from the parts
    bool repeated = false;          ///< another slot of the entity already writes this attribute
};

/// The entity's place in one index; the one at 0 is its primary key.
struct membership {
    bool member = false;
    std::uint16_t first_slot = 0; ///< partition key attributes, then sort key attributes
    std::int16_t condition_field = no_field;
    bool (*condition)(value_view) = nullptr;
};

/// An attribute that items may have from earlier versions of the model, and that writes remove.
struct former_attribute {
    std::string_view name;
    std::int16_t field = no_field; ///< what it held; no_field: dropped
};

struct field_conversion; // model/upgrade.hpp
struct entity_data;

/// What an entity says of how its items were stored before.
struct earlier_versions {
    array_view<former_attribute> formers; ///< of a field the latest first
    array_view<field_conversion> conversions;
    /// Makes the item what it would be had the present version written it; false, with `out` as it was, if it is that already.
    bool (*upgrade)(entity_data const& entity, item_view stored, item& out) = nullptr;
    /// A condition on items to stay as they need no upgrade. REQUIRES: this one needs none.
    expression (*stays_present)(entity_data const& entity, item_view stored) = nullptr;
    /// Appends the actions that make one item of the other; and-s that all that is known of it stays as it is until then.
    void (*rewrite)(entity_data const& entity, item_view before, item_view after, expression& update,
                    expression& unchanged) = nullptr;
};

/// One attribute of an item, in the order of the item: by name.
struct emission {
    enum class source : std::uint8_t { field, slot, type };
    std::string_view name;
    source from = source::field;
    std::uint16_t index = 0; ///< among fields or slots
};

/// What is done for fields of an entity beside storing them.
struct role_data {
    std::int16_t version = no_field;
    std::int16_t created = no_field;
    std::int16_t updated = no_field;
    array_view<attribute_option> options; ///< all of the entity's
    void (*const* work_out)(void const* object,
                            void* field) = nullptr; ///< parallel to options: the functions of computed fields
};

struct entity_data {
    std::string_view name;
    table_data const* table = nullptr;
    array_view<field_data> fields;
    array_view<template_part> parts;
    array_view<key_slot> slots;
    array_view<membership> memberships;        ///< parallel to table->indexes
    array_view<emission> emissions;            ///< everything that an item of this entity may have
    role_data const* roles = nullptr;          ///< nullptr: none but those that say how a field is stored
    earlier_versions const* earlier = nullptr; ///< none: no item was ever stored otherwise

    constexpr array_view<template_part> parts_of(key_slot const& slot) const {
        return parts.part(slot.first_part, slot.part_count);
    }
    constexpr array_view<key_slot> partition_slots(std::size_t index) const {
        return slots.part(memberships[index].first_slot, table->indexes[index].partition_count);
    }
    constexpr array_view<key_slot> sort_slots(std::size_t index) const {
        return slots.part(memberships[index].first_slot + table->indexes[index].partition_count,
                          table->indexes[index].sort_count);
    }
    constexpr array_view<former_attribute> formers() const {
        return earlier == nullptr ? array_view<former_attribute>() : earlier->formers;
    }
    constexpr std::int16_t field_named(std::string_view wanted) const {
        for (std::size_t i = 0; i != fields.size(); ++i)
            if (fields[i].name == wanted) return static_cast<std::int16_t>(i);
        return no_field;
    }
};

/// The fields of a struct that items are read into: the entity itself, or a projection of it.
struct result_data {
    array_view<field_data> fields;
    array_view<std::uint16_t> order; ///< indexes of fields by attribute name
};

} // namespace monotable::detail
