// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/writer.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/transaction/move_plan.hpp>
#include <monotable/store/write/action_planner.hpp>
#include <monotable/store/write/rewrite.hpp>
#include <monotable/store/write/updater.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE item carried_over(write_set& set, std::size_t erasure, write_intent const& created, item const& old) {
    auto const is_known = [&](std::string_view name) {
        for (std::string_view const each : created.known_attributes)
            if (each == name) return true;
        return created.attributes.contains(name);
    };
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (auto const& [name, stored] : created.attributes) {
        writer.name(name);
        writer.raw(stored);
    }
    for (auto const& [name, stored] : old) {
        if (is_known(name)) continue;
        set.guard(erasure, name);
        writer.name(name);
        writer.raw(stored);
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE item under_key(item_view old, item_view key) {
    std::string out;
    value_writer writer(out);
    writer.begin_map();
    for (auto const& [name, stored] : old) {
        writer.name(name);
        writer.raw(key.contains(name) ? *key.find(name) : stored);
    }
    writer.end_map();
    return item::from_encoding(std::move(out));
}

MONOTABLE_INLINE item moved_item(write_set& set, std::size_t erasure, write_intent const& created, item const& old,
                                 item_view new_key) {
    if (created.kind != write_kind::update) return carried_over(set, erasure, created, old);
    for (auto const& [name, stored] : old) set.guard(erasure, name);
    for (stored_attribute const& each : created.entity->stored_attributes) set.guard(erasure, each.name);
    for (former_attribute const& each : created.entity->former_attributes()) set.guard(erasure, each.name);
    item const base = under_key(old, new_key);
    return update_planner(created).plan(&base).after;
}

MONOTABLE_INLINE void plan_move(action_planner& planner, write_action const& self, std::size_t action) {
    write_set& set = planner.set();
    write_intent const& erased = self.write;
    write_intent const& created = *static_cast<write_intent const*>(self.owner.get());
    entity_data const& entity = *erased.entity;
    item const old_key = primary_key_of(*entity.table, erased.attributes);
    item const new_key = primary_key_of(*entity.table, created.attributes);
    item const* before = set.read(entity, old_key);
    if (before != nullptr && is_of_another(entity, *before)) before = nullptr;
    std::optional<item> there;
    if (before != nullptr) there = *before;
    if (item present;
        before != nullptr && entity.earlier != nullptr && entity.earlier->upgrade(entity, *before, present))
        there = std::move(present);
    failure_cause const found =
        before == nullptr ? failure_cause{write_error::not_found} : failure_cause_of(erased, there);
    if (found.reason != write_error::none)
        return set.refuse({found.reason, found.subject, action, std::move(there), {}});

    planned_write erase = action_planner::main_write(erased, action);
    erase.expected = precondition::must_exist;
    erase.if_failed = write_error::not_found;
    planned_write create = action_planner::main_write(created, action);
    if (old_key == new_key) { // the key is unchanged: the item is replaced
        for (requirement& each : erase.requirements) create.requirements.push_back(std::move(each));
        create.expected = precondition::must_exist;
        create.if_failed = write_error::not_found;
        if (created.kind == write_kind::update) {
            auto planned = update_planner(created).plan(before);
            create.update = std::move(planned.update);
            if (!planned.unchanged.empty())
                create.requirements.push_back({std::move(planned.unchanged), write_error::none, {}});
        }
        set.add(std::move(create));
        return planner.return_image(entity, new_key, erased.returns, action);
    }
    std::size_t const erasure = set.add(std::move(erase));
    create.kind = write_kind::put;
    create.attributes = moved_item(set, erasure, created, *there, new_key);
    set.add(std::move(create));
    planner.return_image(entity, erased.returns == return_values::all_old ? old_key : new_key, erased.returns, action);
}

} // namespace monotable::detail
