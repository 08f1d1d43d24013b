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

/// An entity in its table as constant data, used by the planner at compile time and by the typed store at run time. The
/// functions that use it do not depend on user types.
namespace monotable::detail {

inline constexpr std::int16_t no_field = -1;

struct field_data {
    std::string_view name;      ///< of the field
    std::string_view attribute; ///< of the attribute
    field_type const* type = nullptr;
    bool key_only = false;     ///< stored in the text of a key only
    bool in_slot = false;      ///< used by a template of a key, or by the condition of an index
    bool defaulted = false;    ///< the attribute can be missing
    std::uint16_t options = 0; ///< a bit for each option_kind

    constexpr bool has(option_kind kind) const { return (options >> static_cast<unsigned>(kind) & 1u) != 0; }
    constexpr bool is_stored() const { return !has(option_kind::not_stored); }
};

/// One key attribute of the table or of an index, and how this entity fills it.
struct key_slot {
    key_attribute_data attribute;
    std::uint16_t first_part = 0;
    std::uint16_t part_count = 0;
    std::int16_t native = no_field; ///< the field whose attribute it is; no_field if it is composed from the parts
    bool repeated = false;          ///< another slot of the entity already writes this attribute
};

/// The mapping of the entity to one index; the one at position 0 is its primary key.
struct index_mapping {
    bool member = false;
    std::uint16_t first_slot = 0; ///< partition key attributes, then sort key attributes
    std::int16_t condition_field = no_field;
    bool (*condition)(value_view) = nullptr;
};

/// An attribute of earlier versions of the model, which writes remove.
struct former_attribute {
    std::string_view name;
    std::int16_t field = no_field; ///< the field that it stored; no_field if it is dropped
};

struct field_conversion; // model/upgrade.hpp
struct entity_data;

/// The declarations of how items of an entity were stored by earlier versions.
struct earlier_versions {
    array_view<former_attribute> former_attributes; ///< those of one field from the latest to the earliest
    array_view<field_conversion> conversions;
    /// Converts an item to the one that the current version would have written. False, with `out` unchanged, if it is
    /// current.
    bool (*upgrade)(entity_data const& entity, item_view stored, item& out) = nullptr;
    /// The condition that the item still needs no upgrade. REQUIRES: it needs none.
    expression (*stays_present)(entity_data const& entity, item_view stored) = nullptr;
    /// Appends the actions that change `before` to `after`, and adds the condition that the known attributes are
    /// unchanged.
    void (*rewrite)(entity_data const& entity, item_view before, item_view after, expression& update,
                    expression& unchanged) = nullptr;
};

/// A stored attribute, in the order of the item's attributes: by name.
struct stored_attribute {
    enum class source : std::uint8_t { field, slot, type };
    std::string_view name;
    source from = source::field;
    std::uint16_t index = 0; ///< of the field or slot
    char head[24] = {};      ///< the encoding of the name, if it fits
    std::uint8_t head_size = 0;
};

/// The managed fields of an entity.
struct managed_data {
    std::int16_t version = no_field;
    std::int16_t created = no_field;
    std::int16_t updated = no_field;
    array_view<attribute_option> options; ///< all of the entity's
    void (*const* compute)(void const* object,
                           void* field) = nullptr; ///< parallel to options: the functions of computed fields
};

struct entity_data {
    std::string_view name;
    table_data const* table = nullptr;
    array_view<field_data> fields;
    array_view<template_part> parts;
    array_view<key_slot> slots;
    array_view<index_mapping> index_mappings;       ///< parallel to table->indexes
    array_view<stored_attribute> stored_attributes; ///< all attributes that an item of this entity can have
    managed_data const* managed = nullptr;          ///< null if no field is managed
    earlier_versions const* earlier = nullptr;      ///< null if no earlier version is declared

    constexpr array_view<template_part> parts_of(key_slot const& slot) const {
        return parts.part(slot.first_part, slot.part_count);
    }
    constexpr array_view<key_slot> partition_slots(std::size_t index) const {
        return slots.part(index_mappings[index].first_slot, table->indexes[index].partition_count);
    }
    constexpr array_view<key_slot> sort_slots(std::size_t index) const {
        return slots.part(index_mappings[index].first_slot + table->indexes[index].partition_count,
                          table->indexes[index].sort_count);
    }
    constexpr array_view<former_attribute> former_attributes() const {
        return earlier == nullptr ? array_view<former_attribute>() : earlier->former_attributes;
    }
    constexpr std::int16_t field_named(std::string_view wanted) const {
        for (std::size_t i = 0; i != fields.size(); ++i)
            if (fields[i].name == wanted) return static_cast<std::int16_t>(i);
        return no_field;
    }
};

/// The fields of a struct into which items are read: the entity itself, or a projection of it.
struct result_data {
    array_view<field_data> fields;
    array_view<std::uint16_t> order; ///< indexes of fields, ordered by attribute name
};

} // namespace monotable::detail
