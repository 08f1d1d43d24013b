// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/evolution/compare_entities.hpp>

namespace monotable::detail {

MONOTABLE_INLINE std::string template_text(entity_data const& entity, key_slot const& slot) {
    std::string out;
    for (template_part const& part : entity.parts_of(slot)) {
        if (part.placeholder) out.append("{").append(part.spelling).append("}");
        else out += part.text;
    }
    return out;
}

MONOTABLE_INLINE void entity_comparison::run() {
    compare_name();
    compare_keys();
    for (std::size_t i = 0; i != after_.fields.size(); ++i)
        if (new_shapes_[i] != nullptr) compare_field(i);
    for (std::size_t i = 0; i != before_.fields.size(); ++i)
        if (old_shapes_[i] != nullptr && !successor_of(i)) compare_removed(i);
    compare_index_mappings();
}

MONOTABLE_INLINE void entity_comparison::compare_name() {
    if (before_.name == after_.name) return;
    bool const named =
        !after_.table->type_attribute.empty() && before_.table->type_attribute == after_.table->type_attribute;
    add(name_, "it was called " + std::string(before_.name),
        named ? "items name the former entity, and are passed over" : "the name is in messages only",
        named ? "keep the name by using type = mt::entity_type<\"" + std::string(before_.name) + "\">" : "", !named);
}

MONOTABLE_INLINE std::int16_t entity_comparison::source_of(std::size_t field) const {
    for (former_attribute const& former : after_.former_attributes())
        if (former.field == static_cast<std::int16_t>(field))
            if (std::int16_t const old = old_field(former.name); old != no_field) return old;
    std::int16_t const old = old_field(after_.fields[field].attribute);
    if (old != no_field) return old;
    return before_.field_named(after_.fields[field].name); // stored in a key, or under another name
}

MONOTABLE_INLINE std::int16_t entity_comparison::old_field(std::string_view attribute) const {
    for (std::size_t i = 0; i != before_.fields.size(); ++i)
        if (has_attribute(before_.fields[i]) && before_.fields[i].attribute == attribute)
            return static_cast<std::int16_t>(i);
    return no_field;
}

MONOTABLE_INLINE bool entity_comparison::successor_of(std::size_t old) const {
    for (std::size_t i = 0; i != after_.fields.size(); ++i)
        if (new_shapes_[i] != nullptr && source_of(i) == static_cast<std::int16_t>(old)) return true;
    return false;
}

MONOTABLE_INLINE bool entity_comparison::is_converted(entity_data const& entity, std::size_t field) {
    if (entity.earlier == nullptr) return false;
    for (field_conversion const& conversion : entity.earlier->conversions)
        if (conversion.field == static_cast<std::int16_t>(field)) return true;
    return false;
}

MONOTABLE_INLINE bool entity_comparison::is_dropped(std::string_view attribute) const {
    for (former_attribute const& former : after_.former_attributes())
        if (former.field == no_field && former.name == attribute) return true;
    return false;
}

MONOTABLE_INLINE void entity_comparison::compare_field(std::size_t i) {
    field_data const& field = after_.fields[i];
    std::int16_t const source = source_of(i);
    if (source == no_field) return compare_added(i);
    field_data const& old = before_.fields[static_cast<std::size_t>(source)];
    bool const moved = has_attribute(old) && has_attribute(field) && old.attribute != field.attribute;
    if (moved && has_former_name(after_, static_cast<std::int16_t>(i), old.attribute)) {
        add(place_of(field), "it was stored as " + std::string(old.attribute),
            "it is read under either name, and updates that depend on it read first", "migrate, then drop formerly<>",
            true);
    } else if (moved) {
        add(place_of(field), "it was stored as " + std::string(old.attribute),
            "what items have under that name is not read",
            "add formerly<\"" + std::string(field.name) + "\", \"" + std::string(old.attribute) + "\">", false);
    }
    if (is_converted(after_, i) && !is_converted(before_, static_cast<std::size_t>(source)))
        add(place_of(field), "its former type is read by converted<>",
            "conditions cannot test it while items have the former type", "migrate, then drop converted<>", true);
    else type_comparison(out_).run(place_of(field), shape_with_default(i), *new_shapes_[i]);
    if (field.has(option_kind::unique) && !old.has(option_kind::unique))
        add(place_of(field), "it is unique now", "items that are there are not, until they are written",
            "write each of them once, and look for errors", false);
}

MONOTABLE_INLINE type_shape entity_comparison::shape_with_default(std::size_t i) const {
    type_shape shape = *old_shapes_[static_cast<std::size_t>(source_of(i))];
    if (after_.fields[i].defaulted) shape.optional = new_shapes_[i]->optional;
    return shape;
}

MONOTABLE_INLINE bool entity_comparison::has_former_name(entity_data const& entity, std::int16_t field,
                                                         std::string_view name) {
    for (former_attribute const& former : entity.former_attributes())
        if (former.field == field && former.name == name) return true;
    return false;
}

MONOTABLE_INLINE void entity_comparison::compare_added(std::size_t i) {
    field_data const& field = after_.fields[i];
    if (is_in_keys_of_both(field)) return;
    std::string_view const lost = vanished_like(i);
    bool const lenient = field.defaulted || new_shapes_[i]->optional;
    std::string const effect = !lenient          ? "items that lack it are bad_item"
                               : field.defaulted ? "items that lack it have its member initializer"
                                                 : "items that lack it have none";
    if (!lost.empty()) {
        std::string const was(lost);
        return add(place_of(field), "the field is new, and " + was + " of the same type is gone",
                   effect + ", should it be that field under a new name",
                   "add formerly<\"" + std::string(field.name) + "\", \"" + was + "\"> if it is, dropped<\"" + was +
                       "\"> if it is not",
                   false);
    }
    add(place_of(field), "the field is new", effect,
        lenient ? "" : "make it std::optional, or add defaulted<\"" + std::string(field.name) + "\">", lenient);
}

MONOTABLE_INLINE std::string_view entity_comparison::vanished_like(std::size_t i) const {
    for (std::size_t old = 0; old != before_.fields.size(); ++old) {
        if (old_shapes_[old] == nullptr || successor_of(old) || !has_attribute(before_.fields[old])) continue;
        if (is_dropped(before_.fields[old].attribute)) continue;
        type_shape const &was = *old_shapes_[old], &is = *new_shapes_[i];
        if (was.what == is.what && was.optional == is.optional && was.type->stored == is.type->stored)
            return before_.fields[old].attribute;
    }
    return {};
}

MONOTABLE_INLINE bool entity_comparison::is_in_keys_of_both(field_data const& field) const {
    for (entity_data const* const entity : {&before_, &after_}) {
        bool found = false;
        for (std::size_t s = 0; s != entity->table->indexes[0].key_count(); ++s)
            for (template_part const& part : entity->parts_of(entity->slots[s]))
                found = found || (part.placeholder && part.text == field.name);
        if (!found) return false;
    }
    return true;
}

MONOTABLE_INLINE void entity_comparison::compare_removed(std::size_t i) {
    field_data const& field = before_.fields[i];
    if (!has_attribute(field)) return;
    if (is_dropped(field.attribute))
        add(place_of(field), "the field is dropped", "writes remove its attribute",
            "migrate to remove it from all items", true);
    else
        add(place_of(field), "the field is gone", "items keep its attribute, which nothing reads",
            "add dropped<\"" + std::string(field.attribute) + "\"> to remove it", true);
}

MONOTABLE_INLINE bool entity_comparison::makes_same(key_slot const& old, key_slot const& now) const {
    auto const a = before_.parts_of(old), b = after_.parts_of(now);
    if (a.size() != b.size() || (old.native == no_field) != (now.native == no_field)) return false;
    for (std::size_t p = 0; p != a.size(); ++p) {
        if (a[p].placeholder != b[p].placeholder) return false;
        if (!a[p].placeholder) {
            if (a[p].text != b[p].text) return false;
            continue;
        }
        if (!same_format(a[p].format, b[p].format) || source_of(static_cast<std::size_t>(b[p].field)) != a[p].field)
            return false;
        field_type const &x = *before_.fields[static_cast<std::size_t>(a[p].field)].type,
                         &y = *after_.fields[static_cast<std::size_t>(b[p].field)].type;
        bool const as_text = old.native == no_field && old.attribute.type == 'S';
        bool const same_width = x.digits == y.digits || b[p].format.width != 0 || x.form == key_form::string ||
                                x.form == key_form::enumeration;
        auto const is_word = [](field_type const& type) {
            return type.form == key_form::string || type.form == key_form::enumeration;
        };
        bool const same_form = x.form == y.form || (is_word(x) && is_word(y));
        if (!same_form || (as_text && !same_width)) return false;
    }
    return true;
}

MONOTABLE_INLINE std::string entity_comparison::change_of(key_slot const& old, key_slot const& now) const {
    std::string const was = template_text(before_, old), is = template_text(after_, now);
    std::string const where(now.attribute.name);
    if (was != is) return where + " was made of \"" + was + "\" and is of \"" + is + "\"";
    return where + " is made of \"" + is + "\" with fields of other types, or widths";
}

MONOTABLE_INLINE void entity_comparison::compare_keys() {
    std::size_t const count = after_.table->indexes[0].key_count();
    if (before_.table->indexes[0].key_count() != count) return; // said of the table
    for (std::size_t s = 0; s != count; ++s) {
        if (makes_same(before_.slots[s], after_.slots[s])) continue;
        add(name_, change_of(before_.slots[s], after_.slots[s]),
            "items have keys that are not found, or are not taken for this entity",
            "move them by mt::migration<> from a description of what the table has", false);
    }
}

MONOTABLE_INLINE std::size_t entity_comparison::old_index(std::string_view index) const {
    for (std::size_t i = 1; i != before_.table->indexes.size(); ++i)
        if (before_.table->indexes[i].name == index) return i;
    return 0;
}

MONOTABLE_INLINE void entity_comparison::compare_index_mappings() {
    for (std::size_t i = 1; i != after_.table->indexes.size(); ++i) {
        index_data const& index = after_.table->indexes[i];
        std::string const place = name_ + " in " + std::string(index.name);
        std::size_t const old = old_index(index.name);
        bool const was = old != 0 && before_.index_mappings[old].member, is = after_.index_mappings[i].member;
        if (!was && is) {
            add(place, "it is new in the index",
                needs_migration(i) ? "queries do not find items until they are written"
                                   : "items that have its attributes are in it",
                needs_migration(i) ? "migrate" : "", !needs_migration(i));
        } else if (was && !is) {
            add(place, "it is no longer in the index", "items stay in it until their key attributes are removed",
                "add dropped<> for its key attributes, and migrate", true);
        } else if (was) {
            compare_index_mapping(place, old, i);
        }
    }
}

MONOTABLE_INLINE bool entity_comparison::needs_migration(std::size_t index) const {
    for (std::size_t k = 0; k != after_.table->indexes[index].key_count(); ++k) {
        key_slot const& slot = after_.slots[after_.index_mappings[index].first_slot + k];
        bool const written =
            slot.native != no_field ? old_field(slot.attribute.name) != no_field : is_old_slot(slot.attribute.name);
        if (!written) return true;
    }
    return false;
}

MONOTABLE_INLINE bool entity_comparison::is_old_slot(std::string_view attribute) const {
    for (key_slot const& slot : before_.slots)
        if (slot.attribute.name == attribute) return true;
    return false;
}

MONOTABLE_INLINE void entity_comparison::compare_index_mapping(std::string const& place, std::size_t old,
                                                               std::size_t now) {
    index_mapping const &x = before_.index_mappings[old], &y = after_.index_mappings[now];
    if (before_.table->indexes[old].key_count() != after_.table->indexes[now].key_count()) return; // said of the table
    for (std::size_t k = 0; k != after_.table->indexes[now].key_count(); ++k) {
        key_slot const &was = before_.slots[x.first_slot + k], &is = after_.slots[y.first_slot + k];
        if (makes_same(was, is)) continue;
        add(place, change_of(was, is),
            "items stand where they were until they are written, and queries do not find them", "migrate", false);
    }
    std::string_view const a =
        x.condition_field == no_field ? "" : before_.fields[static_cast<std::size_t>(x.condition_field)].name;
    std::string_view const b =
        y.condition_field == no_field ? "" : after_.fields[static_cast<std::size_t>(y.condition_field)].name;
    if (a != b)
        add(place, "the condition is another one", "items enter and leave it only when they are written", "migrate",
            false);
}

} // namespace monotable::detail
