// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/key/key_template.hpp>
#include <monotable/key/shape.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/stored_attributes.hpp>
#include <monotable/model/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Builds an entity_data from the declarations of a model, and checks all rules for a single entity.
namespace monotable::detail {

/// The declarations of entity<E>, without the types of its fields.
struct entity_declaration {
    std::string_view name;
    array_view<std::string_view> key;
    array_view<index_mapping_declaration> indexes;
    array_view<attribute_option> options;
};

/// Checks the rules for a placeholder in a key attribute of this type ('S', 'N' or 'B').
constexpr model_rule check_placeholder(template_part const& part, field_type const& type, char attribute_type,
                                       bool alone) {
    using enum model_rule;
    placeholder_format const& f = part.format;
    bool const integer = type.form == key_form::signed_integer || type.form == key_form::unsigned_integer;
    bool const time = type.form == key_form::time || type.form == key_form::local_time || type.form == key_form::date;
    bool const text = type.form == key_form::string;
    if (type.form == key_form::none) return not_a_key_type;
    if ((f.lower || !f.prefix.empty()) && !text) return format_does_not_fit;
    if (f.shard_range && !integer) return format_does_not_fit;
    if (f.shards != 0 && !text && !integer && type.form != key_form::enumeration && !time) return format_does_not_fit;
    if ((f.unit != time_unit::none || f.epoch_digits != 0) && !time) return format_does_not_fit;
    if (f.unit != time_unit::none && f.epoch_digits != 0) return format_does_not_fit;
    if (f.descending && !integer && !time && type.form != key_form::number) return format_does_not_fit;
    if (f.width != 0 && !integer && type.form != key_form::number) return format_does_not_fit;
    if (f.fixed_point && type.form != key_form::number) return format_does_not_fit;
    if (f.fan_out() != 0) { // its text is the number of a shard
        bool const other = f.width != 0 || f.lower || f.descending || f.unit != time_unit::none ||
                           f.epoch_digits != 0 || !f.prefix.empty() || (f.shards != 0 && f.shard_range);
        if (other) return format_does_not_fit;
    }
    if (f.unit != time_unit::none && f.unit > finest_unit(type)) return unit_too_fine;
    if (attribute_type == 'S') {
        if (type.form == key_form::bytes) return bytes_in_text;
        if (type.form == key_form::number && f.width == 0) return number_without_width;
        if (!part.last && part.next == '\0' && !is_fixed_width(part, type)) return adjacent_placeholders;
        return none;
    }
    bool const plain = !f.descending && f.epoch_digits == 0 && f.unit == time_unit::none && f.width == 0 && !f.lower;
    if (!alone || !plain) return key_attribute_type;
    if (attribute_type == 'N') {
        bool const number = f.shards != 0 || integer || type.form == key_form::number;
        return number ? none : key_attribute_type;
    }
    return type.form == key_form::bytes && f.shards == 0 ? none : key_attribute_type;
}

/// Fills the arrays of one entity_data. The caller computes upper bounds for all capacities.
class model_builder {
  public:
    constexpr model_builder(table_data const& table, entity_declaration const& declaration, field_data* fields,
                            std::size_t field_count, template_part* parts, key_slot* slots, index_mapping* mappings)
        : table_(table),
          declaration_(declaration),
          fields_(fields),
          field_count_(field_count),
          parts_(parts),
          slots_(slots),
          mappings_(mappings) {}

    constexpr violation<model_rule> run() {
        apply_options();
        check_attribute_names();
        build_primary();
        for (index_mapping_declaration const& declared : declaration_.indexes) build_declared(declared);
        for (std::size_t i = 1; i != table_.indexes.size(); ++i)
            if (!mappings_[i].member && !declared(i)) build_implied(i);
        check_slots();
        if (wrong_.code == model_rule::none) check_conditions();
        if (wrong_.code == model_rule::none) check_key_only();
        mark_fields_in_slots();
        return wrong_;
    }

    std::size_t part_count = 0;
    std::size_t slot_count = 0;

  private:
    constexpr void fail(model_rule code, std::string_view subject) {
        if (wrong_.code == model_rule::none) wrong_ = {code, subject};
    }

    constexpr std::int16_t field_named(std::string_view name) const {
        for (std::size_t i = 0; i != field_count_; ++i)
            if (fields_[i].name == name) return static_cast<std::int16_t>(i);
        return no_field;
    }

    constexpr std::int16_t field_with_attribute(std::string_view attribute) const {
        for (std::size_t i = 0; i != field_count_; ++i)
            if (!fields_[i].key_only && fields_[i].is_stored() && fields_[i].attribute == attribute)
                return static_cast<std::int16_t>(i);
        return no_field;
    }

    constexpr bool declared(std::size_t index) const {
        for (index_mapping_declaration const& d : declaration_.indexes)
            if (d.index == table_.indexes[index].name) return true;
        return false;
    }

    constexpr void apply_options() {
        for (attribute_option const& option : declaration_.options) {
            if (option.kind == option_kind::dropped) continue;
            for (std::string_view const name : option.subjects()) {
                std::int16_t const field = field_named(name);
                if (field == no_field) fail(model_rule::option_unknown_field, name);
                else apply(option, fields_[static_cast<std::size_t>(field)]);
            }
        }
    }

    static constexpr void apply(attribute_option const& option, field_data& field) {
        field.options = static_cast<std::uint16_t>(field.options | 1u << static_cast<unsigned>(option.kind));
        switch (option.kind) {
        case option_kind::key_only: field.key_only = true; break;
        case option_kind::renamed: field.attribute = option.attribute; break;
        case option_kind::not_stored:
        case option_kind::defaulted: field.defaulted = true; break;
        default: break; // checked by check_managed_fields or by evolution.hpp
        }
    }

    constexpr void check_attribute_names() {
        bool renamed = false; // without renamed<>, the struct guarantees that names exist and differ
        for (attribute_option const& option : declaration_.options)
            renamed = renamed || option.kind == option_kind::renamed;
        if (!renamed && table_.type_attribute.empty()) return;
        for (std::size_t i = 0; i != field_count_; ++i) {
            if (fields_[i].key_only || !fields_[i].is_stored()) continue;
            if (fields_[i].attribute.empty()) fail(model_rule::empty_attribute_name, fields_[i].name);
            if (!table_.type_attribute.empty() && fields_[i].attribute == table_.type_attribute)
                fail(model_rule::reserved_attribute, fields_[i].name);
            for (std::size_t k = 0; k != i; ++k)
                if (!fields_[k].key_only && fields_[k].is_stored() && fields_[k].attribute == fields_[i].attribute)
                    fail(model_rule::duplicate_attribute, fields_[i].attribute);
        }
    }

    /// Parses one template into the slot's parts and resolves its fields. False if it violates a rule.
    constexpr bool parse(std::string_view text, key_slot& slot) {
        slot.first_part = static_cast<std::uint16_t>(part_count);
        parsed_template const parsed = parse_template(text, parts_ + part_count);
        switch (parsed.error) {
        case template_error::none: break;
        case template_error::empty: return fail(model_rule::empty_template, slot.attribute.name), false;
        case template_error::unbalanced_brace: return fail(model_rule::unbalanced_brace, parsed.subject), false;
        case template_error::empty_placeholder: return fail(model_rule::empty_placeholder, parsed.subject), false;
        case template_error::unknown_format: return fail(model_rule::unknown_format, parsed.subject), false;
        }
        slot.part_count = static_cast<std::uint16_t>(parsed.parts);
        part_count += parsed.parts;
        for (std::size_t p = slot.first_part; p != part_count; ++p) {
            if (!parts_[p].placeholder) continue;
            parts_[p].field = field_named(parts_[p].text);
            if (parts_[p].field == no_field) {
                bool const member = before(parts_[p].text, '.').size() != parts_[p].text.size();
                return fail(member ? model_rule::member_in_template : model_rule::unknown_field, parts_[p].text), false;
            }
            if (!field_of(parts_[p]).is_stored()) return fail(model_rule::not_stored_in_key, parts_[p].text), false;
            model_rule const wrong =
                check_placeholder(parts_[p], type_of_part(parts_[p]), slot.attribute.type, slot.part_count == 1);
            if (wrong != model_rule::none) return fail(wrong, parts_[p].text), false;
        }
        template_part const& first = parts_[slot.first_part];
        if (slot.part_count == 1 && !first.placeholder && slot.attribute.type != 'S')
            return fail(model_rule::key_attribute_type, slot.attribute.name), false;
        bool const plain = slot.part_count == 1 && first.placeholder && first.format.shards == 0 &&
                           !first.format.lower && first.format.epoch_digits == 0 &&
                           first.format.unit == time_unit::none && !first.format.descending;
        if (plain && !field_of(first).key_only && field_of(first).attribute == slot.attribute.name &&
            (slot.attribute.type != 'S' || field_of(first).type->stored == value_type::string))
            slot.native = first.field;
        return true;
    }

    constexpr void mark_fields_in_slots() {
        for (std::size_t p = 0; p != part_count; ++p) {
            template_part& part = parts_[p];
            if (!part.placeholder || part.field == no_field) continue;
            fields_[static_cast<std::size_t>(part.field)].in_slot = true;
            key_form const form = type_of_part(part).form;
            bool const text = form == key_form::string || form == key_form::enumeration || form == key_form::time ||
                              form == key_form::local_time || form == key_form::date;
            part.verbatim = text && same_format(part.format, {});
            part.escaped = !part.last && (form == key_form::string || form == key_form::enumeration);
        }
        for (std::size_t i = 0; i != table_.indexes.size(); ++i)
            if (mappings_[i].condition_field != no_field)
                fields_[static_cast<std::size_t>(mappings_[i].condition_field)].in_slot = true;
    }

    constexpr field_data const& field_of(template_part const& part) const {
        return fields_[static_cast<std::size_t>(part.field)];
    }
    constexpr field_type const& type_of_part(template_part const& part) const { return *field_of(part).type; }

    constexpr void build_primary() {
        index_data const& primary = table_.indexes[0];
        mappings_[0].member = true;
        slot_count = primary.key_count();
        for (std::size_t s = 0; s != slot_count; ++s) slots_[s].attribute = primary.attributes[s];
        if (declaration_.key.size() != primary.key_count()) return fail(model_rule::key_part_count, declaration_.name);
        for (std::size_t s = 0; s != slot_count; ++s) {
            if (!parse(declaration_.key[s], slots_[s])) return;
            for (std::size_t p = slots_[s].first_part; p != part_count; ++p) {
                if (!parts_[p].placeholder) continue;
                if (type_of_part(parts_[p]).optional) fail(model_rule::optional_in_primary_key, parts_[p].text);
            }
        }
    }

    /// Checks that the complete value of each key_only<> field is part of a key that every item of the entity has.
    constexpr void check_key_only() {
        for (std::size_t f = 0; f != field_count_; ++f) {
            if (!fields_[f].key_only) continue;
            bool recoverable = false;
            for (std::size_t i = 0; i != table_.indexes.size(); ++i)
                recoverable = recoverable || always_holds(i, fields_[f]);
            if (!recoverable) fail(model_rule::key_only_not_recoverable, fields_[f].name);
        }
    }

    constexpr bool always_holds(std::size_t index, field_data const& field) const {
        index_mapping const& place = mappings_[index];
        if (!place.member || place.condition_field != no_field) return false;
        bool holds = false;
        for (std::size_t s = place.first_slot; s != place.first_slot + table_.indexes[index].key_count(); ++s) {
            for (std::size_t p = slots_[s].first_part; p != std::size_t{slots_[s].first_part} + slots_[s].part_count;
                 ++p) {
                if (!parts_[p].placeholder) continue;
                if (type_of_part(parts_[p]).optional) return false;
                holds = holds || (&field_of(parts_[p]) == &field && !is_lossy(parts_[p], *field.type));
            }
        }
        return holds;
    }

    constexpr void build_declared(index_mapping_declaration const& declared) {
        std::size_t index = 0;
        for (std::size_t i = 1; i != table_.indexes.size(); ++i)
            if (table_.indexes[i].name == declared.index) index = i;
        if (index == 0) return fail(model_rule::unknown_index, declared.index);
        index_mapping& place = mappings_[index];
        if (place.member) return fail(model_rule::index_listed_twice, declared.index);
        if (declared.two_conditions) return fail(model_rule::two_conditions, declared.index);
        index_data const& data = table_.indexes[index];
        if (declared.templates.size() != data.key_count()) return fail(model_rule::index_part_count, declared.index);
        place.member = true;
        place.first_slot = static_cast<std::uint16_t>(slot_count);
        slot_count += data.key_count();
        for (std::size_t s = 0; s != data.key_count(); ++s) {
            slots_[place.first_slot + s].attribute = data.attributes[s];
            if (!parse(declared.templates[s], slots_[place.first_slot + s])) return;
        }
        if (declared.condition_field.empty()) return;
        place.condition_field = field_named(declared.condition_field);
        if (place.condition_field == no_field) fail(model_rule::condition_unknown_field, declared.condition_field);
    }

    /// True if the entity also writes this attribute independently of the condition of the index at `index`.
    constexpr bool is_written_elsewhere(std::string_view attribute, std::size_t index) const {
        for (std::size_t i = 0; i != table_.indexes.size(); ++i) {
            if (i == index || !mappings_[i].member) continue;
            for (std::size_t s = 0; s != table_.indexes[i].key_count(); ++s)
                if (slots_[mappings_[i].first_slot + s].attribute.name == attribute) return true;
        }
        return false;
    }

    /// Checks that an index with when<>, which excludes items by omitting an attribute, has one that it does not share.
    constexpr void check_conditions() {
        for (std::size_t i = 1; i != table_.indexes.size(); ++i) {
            if (!mappings_[i].member || mappings_[i].condition_field == no_field) continue;
            bool own = false;
            for (std::size_t s = 0; s != table_.indexes[i].key_count(); ++s) {
                key_slot const& slot = slots_[mappings_[i].first_slot + s];
                own = own || (slot.native == no_field && !is_written_elsewhere(slot.attribute.name, i));
            }
            if (!own) fail(model_rule::condition_on_native_index, table_.indexes[i].name);
        }
    }

    /// Adds the entity to an index whose key attributes are all stored anyway, even if it is not declared.
    constexpr void build_implied(std::size_t index) {
        index_data const& data = table_.indexes[index];
        std::size_t const first = slot_count, first_part = part_count;
        for (std::size_t s = 0; s != data.key_count(); ++s) {
            key_slot& slot = slots_[first + s] = key_slot{};
            slot.attribute = data.attributes[s];
            key_slot const* same = nullptr;
            for (std::size_t other = 0; other != table_.indexes[0].key_count(); ++other)
                if (slots_[other].attribute.name == slot.attribute.name && slots_[other].part_count != 0)
                    same = &slots_[other];
            std::int16_t const field = field_with_attribute(slot.attribute.name);
            if (same != nullptr) {
                slot = *same;
            } else if (field != no_field) {
                field_type const& type = *fields_[static_cast<std::size_t>(field)].type;
                value_type const wanted = slot.attribute.type == 'S'   ? value_type::string
                                          : slot.attribute.type == 'N' ? value_type::number
                                                                       : value_type::binary;
                if (type.stored != wanted || type.form == key_form::none)
                    fail(model_rule::index_attribute_type, fields_[static_cast<std::size_t>(field)].name);
                slot.native = field;
                slot.first_part = static_cast<std::uint16_t>(part_count);
                slot.part_count = 1;
                template_part& part = parts_[part_count++] = template_part{};
                part.placeholder = part.last = true;
                part.text = part.spelling = fields_[static_cast<std::size_t>(field)].name;
                part.field = field;
            } else {
                part_count = first_part;
                return;
            }
        }
        slot_count += data.key_count();
        mappings_[index].member = true;
        mappings_[index].first_slot = static_cast<std::uint16_t>(first);
    }

    constexpr bool same_parts(key_slot const& a, key_slot const& b) const {
        if (a.part_count != b.part_count) return false;
        for (std::size_t p = 0; p != a.part_count; ++p) {
            template_part const &x = parts_[a.first_part + p], &y = parts_[b.first_part + p];
            if (x.placeholder != y.placeholder || x.text != y.text || !same_format(x.format, y.format)) return false;
        }
        return true;
    }

    /// True if the template is "{field}", so that the key attribute can be the field's own if their types agree.
    constexpr bool is_field_alone(key_slot const& slot, std::int16_t field) const {
        if (slot.part_count != 1) return false;
        template_part const& part = parts_[slot.first_part];
        return part.placeholder && part.field == field &&
               fields_[static_cast<std::size_t>(field)].type->stored == value_type::number;
    }

    /// Checks that slots that share an attribute have the same contents, and that no field is stored in it too.
    constexpr void check_slots() {
        using enum model_rule;
        for (std::size_t s = 0; s != slot_count; ++s) {
            if (std::int16_t const field = field_with_attribute(slots_[s].attribute.name);
                slots_[s].native == no_field && field != no_field)
                fail(is_field_alone(slots_[s], field) ? number_in_text_attribute : attribute_conflict,
                     slots_[s].attribute.name);
            if (!table_.type_attribute.empty() && slots_[s].attribute.name == table_.type_attribute)
                fail(reserved_attribute, slots_[s].attribute.name);
            for (std::size_t other = 0; other != s; ++other) {
                if (slots_[other].attribute.name != slots_[s].attribute.name) continue;
                slots_[s].repeated = true;
                if (!same_parts(slots_[other], slots_[s])) fail(attribute_conflict, slots_[s].attribute.name);
            }
        }
    }

    table_data const& table_;
    entity_declaration const& declaration_;
    field_data* fields_;
    std::size_t field_count_;
    template_part* parts_;
    key_slot* slots_;
    index_mapping* mappings_;
    violation<model_rule> wrong_;
};

constexpr std::size_t max_slots(table_data const& table) {
    std::size_t count = 0;
    for (index_data const& index : table.indexes) count += index.key_count();
    return count;
}

constexpr std::size_t max_parts(table_data const& table, entity_declaration const& declaration) {
    std::size_t count = max_slots(table);
    for (std::string_view const text : declaration.key) count += count_parts(text);
    for (index_mapping_declaration const& index : declaration.indexes)
        for (std::string_view const text : index.templates) count += count_parts(text);
    return count;
}

} // namespace monotable::detail
