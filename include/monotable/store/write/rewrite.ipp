// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/write/rewrite.hpp>

#include <string>

namespace monotable::detail {

MONOTABLE_INLINE bool differ(entity_data const& entity, item const& before, item const& after) {
    for (stored_attribute const& each : entity.stored_attributes)
        if (before.find(each.name) != after.find(each.name)) return true;
    return false;
}

MONOTABLE_INLINE std::optional<std::size_t> add_differences(write_set& set, entity_data const& entity,
                                                            array_view<derived_write> derived_writes,
                                                            item const& before, item const& after, std::size_t action) {
    planned_write write;
    write.entity = &entity;
    write.kind = write_kind::update;
    write.attributes = primary_key_of(*entity.table, before);
    write.expected = precondition::must_exist;
    write.action = action;
    write.derived_writes = derived_writes;
    write.update.begin(expression_kind::update);
    std::vector<std::string_view> guarded;
    auto const guard = [&](std::string_view attribute) { guarded.push_back(attribute); };
    for (stored_attribute const& each : entity.stored_attributes) {
        auto const old = before.find(each.name), wanted = after.find(each.name);
        if (old && wanted ? *old == *wanted : !old && !wanted) continue;
        if (write.attributes.contains(each.name))
            throw store_error(store_fault::validation,
                              std::string("monotable: ")
                                  .append(entity.name)
                                  .append(": what is kept true in an item would change its primary key, ")
                                  .append(primary_key_text(entity, before)));
        auto const place = expression::path(document_path(each.name));
        write.update.add(wanted ? expression::make(expression_kind::set, {place, expression::constant(*wanted)})
                                : expression::make(expression_kind::remove, {place}));
        guard(each.name);
        if (each.from == stored_attribute::source::field) each_attribute_of(entity, each.index, guard);
        if (each.from == stored_attribute::source::slot) each_source_of(entity, each.name, guard);
    }
    for (former_attribute const& former : entity.former_attributes()) {
        if (!before.contains(former.name)) continue;
        write.update.add(expression::make(expression_kind::remove, {expression::path(document_path(former.name))}));
        guard(former.name);
    }
    if (guarded.empty()) return std::nullopt;
    std::size_t const place = set.add(std::move(write));
    for (std::string_view const attribute : guarded) set.guard(place, attribute);
    return place;
}

MONOTABLE_INLINE void guard_derived(write_set& set, entity_data const& entity, std::size_t write) {
    using enum option_kind;
    for (field_data const& field : entity.fields)
        if (field.has(version) || field.has(created) || field.has(read_only)) set.guard(write, field.attribute);
}

MONOTABLE_INLINE std::size_t add_check(write_set& set, entity_data const& entity, item_view key, std::size_t action) {
    planned_write check;
    check.entity = &entity;
    check.kind = write_kind::check;
    check.attributes = item(key);
    check.expected = precondition::must_exist;
    check.action = action;
    return set.add(std::move(check));
}

MONOTABLE_INLINE bool erase_item(write_set& set, entity_data const& entity, array_view<derived_write> derived_writes,
                                 item_view key, std::size_t action) {
    item const* const before = set.read_pending(entity, key);
    if (before == nullptr) return false;
    planned_write write;
    write.entity = &entity;
    write.kind = write_kind::erase;
    write.attributes = item(key);
    write.expected = precondition::must_exist;
    write.action = action;
    write.derived_writes = derived_writes;
    set.add(std::move(write));
    return true;
}

MONOTABLE_INLINE void add_put(write_set& set, planned_write write, array_view<derived_write> derived_writes) {
    entity_data const& entity = *write.entity;
    write.derived_writes = derived_writes;
    guard_derived(set, entity, set.add(std::move(write)));
}

} // namespace monotable::detail
