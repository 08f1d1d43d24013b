// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/model.hpp>
#include <monotable/model/rules.hpp>
#include <monotable/violation/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Rules for managed fields: version, created, updated, time_to_live, unique, read_only, computed, not_stored.
namespace monotable::detail {

constexpr bool has_managed_fields(array_view<attribute_option> options) {
    for (attribute_option const& option : options)
        if (option.kind >= option_kind::version && !is_of_earlier_versions(option.kind)) return true;
    return false;
}

/// True if each write, or the first one, sets the field.
constexpr bool is_set_by_store(field_data const& field) {
    return field.has(option_kind::version) || field.has(option_kind::created) || field.has(option_kind::updated) ||
           field.has(option_kind::computed);
}

class managed_field_checker {
  public:
    constexpr managed_field_checker(table_data const& table, array_view<attribute_option> options,
                                    array_view<field_data> fields, array_view<template_part> parts,
                                    array_view<key_slot> slots, array_view<index_mapping> mappings)
        : table_(table), options_(options), fields_(fields), parts_(parts), slots_(slots), mappings_(mappings) {}

    /// Checks the rules and fills `out`. REQUIRES: the options name fields, and the keys are valid.
    constexpr violation<model_rule> run(managed_data& out) {
        out.options = options_;
        std::int16_t time_to_live = no_field;
        for (attribute_option const& option : options_) {
            for (std::string_view const name : option.fields)
                if (field_named(name) == no_field) fail(model_rule::option_unknown_field, name);
            std::int16_t const field = field_named(option.field);
            switch (option.kind) {
            case option_kind::version: once(out.version, field); break;
            case option_kind::created: once(out.created, field); break;
            case option_kind::updated: once(out.updated, field); break;
            case option_kind::time_to_live: once(time_to_live, field); break;
            default: break;
            }
        }
        for (std::size_t i = 0; i != fields_.size(); ++i) check_field(i);
        for (attribute_option const& option : options_)
            if (option.kind == option_kind::unique && wrong_.code == model_rule::none) check_unique(option);
        return wrong_;
    }

  private:
    constexpr void fail(model_rule code, std::string_view subject) {
        if (wrong_.code == model_rule::none) wrong_ = {code, subject};
    }

    constexpr std::int16_t field_named(std::string_view name) const {
        for (std::size_t i = 0; i != fields_.size(); ++i)
            if (fields_[i].name == name) return static_cast<std::int16_t>(i);
        return no_field;
    }

    constexpr void once(std::int16_t& place, std::int16_t field) {
        if (place != no_field) fail(model_rule::managed_field_twice, fields_[static_cast<std::size_t>(field)].name);
        place = field;
    }

    constexpr void check_field(std::size_t i) {
        using enum option_kind;
        field_data const& field = fields_[i];
        if (field.options == 0) return;
        int exclusive = 0;
        for (option_kind const kind : {version, created, updated, read_only, computed, not_stored})
            exclusive += field.has(kind) ? 1 : 0;
        bool const extra = field.has(time_to_live) || field.has(unique);
        if (exclusive > 1 ||
            (extra && (field.has(version) || field.has(created) || field.has(updated) || field.has(not_stored))) ||
            (field.has(not_stored) && field.key_only))
            return fail(model_rule::managed_fields_conflict, field.name);
        if (field.has(not_stored)) return;
        field_type const& type = *field.type;
        if (field.has(version)) {
            bool const wide = (type.form == key_form::signed_integer && type.digits == 19) ||
                              (type.form == key_form::unsigned_integer && type.digits == 20);
            if (!wide || type.optional) return fail(model_rule::version_type, field.name);
        }
        if ((field.has(created) || field.has(updated)) && (type.form != key_form::time || type.optional))
            return fail(model_rule::moment_type, field.name);
        if (field.has(time_to_live)) {
            bool const seconds =
                (type.form == key_form::signed_integer || type.form == key_form::unsigned_integer) && type.digits >= 10;
            if (!seconds || field.key_only) return fail(model_rule::time_to_live_type, field.name);
        }
        if (is_set_by_store(field) && is_in_key(i, field.has(version) ? table_.indexes.size() : 1))
            fail(model_rule::set_by_store_in_key, field.name);
    }

    /// True if the field is part of a key, or of the condition, of one of the first `count` indexes.
    constexpr bool is_in_key(std::size_t field, std::size_t count) const {
        for (std::size_t i = 0; i != count; ++i) {
            index_mapping const& place = mappings_[i];
            if (!place.member) continue;
            if (place.condition_field == static_cast<std::int16_t>(field)) return true;
            for (std::size_t s = place.first_slot; s != place.first_slot + table_.indexes[i].key_count(); ++s)
                for (template_part const& part : parts_.part(slots_[s].first_part, slots_[s].part_count))
                    if (part.placeholder && part.field == static_cast<std::int16_t>(field)) return true;
        }
        return false;
    }

    constexpr void check_unique(attribute_option const& option) {
        for (std::string_view const name : option.fields) {
            field_data const& field = fields_[static_cast<std::size_t>(field_named(name))];
            if (!field.is_stored() || field.type->form == key_form::none) fail(model_rule::unique_type, name);
        }
    }

    table_data const& table_;
    array_view<attribute_option> options_;
    array_view<field_data> fields_;
    array_view<template_part> parts_;
    array_view<key_slot> slots_;
    array_view<index_mapping> mappings_;
    violation<model_rule> wrong_;
};

/// The attribute with the time to live of the entity's items; empty if there is none.
constexpr std::string_view time_to_live_of(array_view<attribute_option> options) {
    for (attribute_option const& option : options) {
        if (option.kind != option_kind::time_to_live) continue;
        for (attribute_option const& other : options)
            if (other.kind == option_kind::renamed && other.field == option.field) return other.attribute;
        return option.field;
    }
    return {};
}

/// True if the table's time to live attribute stores time_to_live<> fields only, and no other attribute stores one.
constexpr bool fits_time_to_live(array_view<field_data> fields, std::string_view attribute) {
    for (field_data const& field : fields) {
        bool const same = field.attribute == attribute;
        if (field.has(option_kind::time_to_live) ? !same : same && field.is_stored() && !field.key_only) return false;
    }
    return true;
}

/// The keys of uniqueness guards: the prefix of the partition key, and the sort key.
inline constexpr std::string_view guard_prefix = "UNIQUE#";
inline constexpr std::string_view guard_sort_key = "UNIQUE";

/// The type of a field with arbitrary text.
inline constexpr field_type any_text{.stored = value_type::string, .form = key_form::string};

/// True if no item of the entity can have the key of a uniqueness guard.
constexpr bool is_apart_from_guards(entity_data const& entity) {
    index_data const& primary = entity.table->indexes[0];
    if (primary.attributes[0].type != 'S') return false;
    template_part guard[2];
    guard[0].text = guard_prefix;
    guard[1].placeholder = guard[1].last = true;
    guard[1].field = 0;
    field_data text[1];
    text[0].type = &any_text;
    if (texts_differ({{guard, 2}, text}, {entity.parts_of(entity.slots[0]), entity.fields})) return true;
    if (primary.sort_count == 0 || primary.attributes[1].type != 'S') return false;
    template_part sort[1];
    sort[0].text = guard_sort_key;
    return texts_differ({sort, text}, {entity.parts_of(entity.slots[1]), entity.fields});
}

} // namespace monotable::detail
