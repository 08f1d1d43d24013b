// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/evolution/compare.hpp>

namespace monotable {

namespace detail {

MONOTABLE_INLINE bool has_same_key(entity_data const& a, entity_data const& b) {
    if (a.table->indexes[0].key_count() != b.table->indexes[0].key_count()) return false;
    for (std::size_t s = 0; s != a.table->indexes[0].key_count(); ++s)
        if (template_text(a, a.slots[s]) != template_text(b, b.slots[s])) return false;
    return true;
}

MONOTABLE_INLINE compared_entity const* counterpart(compared_entity const& wanted, array_view<compared_entity> others) {
    for (compared_entity const& each : others)
        if (each.entity->name == wanted.entity->name) return &each;
    for (compared_entity const& each : others)
        if (has_same_key(*each.entity, *wanted.entity)) return &each;
    return nullptr;
}

MONOTABLE_INLINE void compare_type_attributes(table_data const& before, table_data const& after, differences& out) {
    if (before.type_attribute == after.type_attribute) return;
    std::string const was(before.type_attribute), is(after.type_attribute);
    out.add({std::string(after.name),
             was.empty()  ? "type_attribute<\"" + is + "\"> is new"
             : is.empty() ? "type_attribute<\"" + was + "\"> is gone"
                          : "type_attribute<> was \"" + was + "\" and is \"" + is + "\"",
             "items are told apart by their keys as before, and keep what they have until they are written",
             is.empty() ? "" : "migrate, so that all items name their type", true});
}

MONOTABLE_INLINE void compare_models(array_view<compared_entity> before, array_view<compared_entity> after,
                                     differences& out) {
    for (compared_entity const& each : after) {
        compared_entity const* const old = counterpart(each, before);
        if (old != nullptr) entity_comparison(*old, each, out).run();
        else out.add({std::string(each.entity->name), "the entity is new", "the table has no items of it", "", true});
    }
    for (compared_entity const& each : before)
        if (counterpart(each, after) == nullptr)
            out.add({std::string(each.entity->name), "the entity is gone",
                     "its items stay in the table, and nothing reads them",
                     "erase them with the earlier version first, or keep the entity", false});
}

} // namespace detail

} // namespace monotable
