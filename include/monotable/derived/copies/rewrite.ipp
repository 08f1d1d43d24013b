// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/writer.hpp>
#include <monotable/derived/copies/rewrite.hpp>
#include <monotable/expression/lookup.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/query/predicate.hpp>

namespace monotable::detail {

MONOTABLE_INLINE item with_fields(entity_data const& entity, item_view source, array_view<field_value> values) {
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (auto const& [name, value] : source) {
        bool replaced = false;
        for (field_value const& each : values) {
            replaced = replaced || entity.fields[each.field].attribute == name;
            for (former_attribute const& former : entity.former_attributes())
                replaced = replaced || (former.field == static_cast<std::int16_t>(each.field) && former.name == name);
        }
        if (replaced) continue;
        writer.name(name);
        writer.raw(value);
    }
    for (field_value const& each : values) {
        if (each.encoding == nullptr) continue;
        writer.name(entity.fields[each.field].attribute);
        writer.raw(value_view(each.encoding));
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE bool same_encoding(char const* a, char const* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return value_view(a) == value_view(b);
}

MONOTABLE_INLINE void add_one(expression& update, std::string_view version) {
    auto const path = expression::path(document_path(version));
    auto const zero = expression::constant(value(0)), one = expression::constant(value(1));
    auto const old = expression::make(expression_kind::if_not_exists, {path, zero});
    update.add(expression::make(expression_kind::set, {path, expression::make(expression_kind::plus, {old, one})}));
}

MONOTABLE_INLINE item_rewrite::item_rewrite(entity_data const& entity, object_encoder encode, item_view before,
                                            array_view<field_value> values)
    : entity_(entity), before_(before) {
    bool different = false;
    for (field_value const& each : values) different = different || !holds_already(each);
    if (!different) return;
    update_.begin(expression_kind::update);
    encoded_object const wanted = encode(before, values);
    for (field_value const& each : values) {
        keep(entity.fields[each.field].attribute);
        assign(entity.fields[each.field].attribute,
               each.encoding); // exact, even if the field's type cannot represent the value
        for (former_attribute const& former : entity.former_attributes()) {
            if (former.field != static_cast<std::int16_t>(each.field)) continue;
            keep(former.name);
            assign(former.name, nullptr);
        }
    }
    std::string changed(entity.fields.size(), '\0');
    for (field_value const& each : values) changed[each.field] = '\1';
    compute(changed, wanted);
    for (std::size_t i = 1; i != entity.index_mappings.size(); ++i)
        if (any_field(i, [&](std::size_t field) { return changed[field] != '\0'; })) follow(i, wanted);
    if (entity.managed != nullptr && entity.managed->version != no_field)
        add_one(update_, entity.fields[static_cast<std::size_t>(entity.managed->version)].attribute);
}

MONOTABLE_INLINE void item_rewrite::keep(std::string_view attribute) {
    if (is_listed(guarded_, attribute)) return;
    list(guarded_, attribute);
    auto const place = expression::path(document_path(attribute));
    auto const found = before_.find(attribute);
    unchanged_ = joined(expression_kind::all_of, unchanged_,
                        found ? expression::make(expression_kind::equal, {place, expression::constant(*found)})
                              : expression::make(expression_kind::attribute_not_exists, {place}));
}

MONOTABLE_INLINE bool item_rewrite::holds_already(field_value const& wanted) const {
    for (former_attribute const& former : entity_.former_attributes())
        if (former.field == static_cast<std::int16_t>(wanted.field) && before_.contains(former.name)) return false;
    auto const found = before_.find(entity_.fields[wanted.field].attribute);
    if (wanted.encoding == nullptr) return !found;
    return found && *found == value_view(wanted.encoding);
}

MONOTABLE_INLINE void item_rewrite::assign(std::string_view attribute, char const* encoding) {
    auto const found = before_.find(attribute);
    auto const path = expression::path(document_path(attribute));
    if (encoding == nullptr && found) update_.add(expression::make(expression_kind::remove, {path}));
    else if (encoding != nullptr && !(found && *found == value_view(encoding)))
        update_.add(expression::make(expression_kind::set, {path, expression::constant(value_view(encoding))}));
}

template <class F>
bool item_rewrite::any_field(std::size_t index, F const& f) const {
    index_mapping const& place = entity_.index_mappings[index];
    if (!place.member) return false;
    if (place.condition_field != no_field && f(static_cast<std::size_t>(place.condition_field))) return true;
    for (std::size_t k = 0; k != entity_.table->indexes[index].key_count(); ++k)
        for (template_part const& part : entity_.parts_of(entity_.slots[place.first_slot + k]))
            if (part.placeholder && f(static_cast<std::size_t>(part.field))) return true;
    return false;
}

MONOTABLE_INLINE void item_rewrite::compute(std::string& changed, encoded_object const& wanted) {
    for (bool more = true; more;) {
        more = false;
        each_computation(entity_, [&](std::size_t field, std::size_t source) {
            if (changed[source] == '\0' || changed[field] != '\0') return;
            changed[field] = '\1';
            more = true;
        });
    }
    each_computation(entity_, [&](std::size_t field, std::size_t source) {
        if (changed[field] == '\0') return;
        if (entity_.fields[source].is_stored() && !entity_.fields[source].key_only)
            keep(entity_.fields[source].attribute);
        if (!entity_.fields[field].is_stored() || is_listed(written_, entity_.fields[field].attribute)) return;
        list(written_, entity_.fields[field].attribute);
        keep(entity_.fields[field].attribute);
        assign(entity_.fields[field].attribute, wanted.field(field));
    });
}

MONOTABLE_INLINE void item_rewrite::follow(std::size_t index, encoded_object const& wanted) {
    any_field(index, [&](std::size_t field) {
        if (entity_.fields[field].is_stored() && !entity_.fields[field].key_only) keep(entity_.fields[field].attribute);
        return false;
    });
    for (std::size_t k = 0; k != entity_.table->indexes[index].key_count(); ++k) {
        std::string_view const attribute = entity_.slots[entity_.index_mappings[index].first_slot + k].attribute.name;
        std::size_t owner = 0;
        while (entity_.slots[owner].attribute.name != attribute) ++owner;
        if (owner < entity_.table->indexes[0].key_count() || entity_.slots[owner].native != no_field) continue;
        if (is_listed(written_, attribute)) continue;
        list(written_, attribute);
        assign(attribute, wanted.slot(owner));
        for (std::size_t other = 1; other != entity_.index_mappings.size(); ++other)
            if (other != index && has_attribute(other, attribute)) follow(other, wanted);
    }
}

MONOTABLE_INLINE bool item_rewrite::has_attribute(std::size_t index, std::string_view attribute) const {
    if (!entity_.index_mappings[index].member) return false;
    for (std::size_t k = 0; k != entity_.table->indexes[index].key_count(); ++k)
        if (entity_.slots[entity_.index_mappings[index].first_slot + k].attribute.name == attribute) return true;
    return false;
}

MONOTABLE_INLINE bool item_rewrite::is_listed(std::string const& list, std::string_view name) {
    for (std::size_t at = list.find(name); at != std::string::npos; at = list.find(name, at + 1))
        if ((at == 0 || list[at - 1] == '\0') && list[at + name.size()] == '\0') return true;
    return false;
}

MONOTABLE_INLINE void item_rewrite::list(std::string& list, std::string_view name) {
    list.append(name).append(1, '\0');
}

} // namespace monotable::detail
