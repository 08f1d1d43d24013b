// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/action_planner.hpp>
#include <monotable/store/write/derivation.hpp>
#include <monotable/store/write/updater.hpp>

namespace monotable::detail {

MONOTABLE_INLINE action_planner::action_planner(write_set& set, std::size_t actions) : set_(set), images_(actions) {}

/// True for an erasure of an item that need not exist, in a table with a type attribute. It succeeds without effect if the item
/// belongs to another entity; the failure of its guard detects this, and it is planned again.
MONOTABLE_INLINE bool is_unconditional_erasure(write_intent const& what) {
    return what.kind == write_kind::erase && what.expected == precondition::any && passes_over_others(what);
}

MONOTABLE_INLINE void action_planner::add(write_intent const& what, std::size_t action) {
    std::optional<update_planner> planner;
    if (what.kind == write_kind::update) planner.emplace(what);
    planned_write write = main_write(what, action);
    action_images& images = images_[action];
    item key = primary_key_of(*what.entity->table, what.attributes);
    bool const depends =
        (planner && planner->needs_item()) || (what.returns != return_values::none && set_.is_transaction());
    bool const was_of_another = is_unconditional_erasure(what) && set_.knows(*what.entity, key);
    if (write.derived_writes.empty() && !depends && !was_of_another) {
        if (planner) write.update = planner->plan().update;
        bool const is_known = what.kind == write_kind::put && what.returns == return_values::all_new;
        write.returns = is_known ? return_values::none : what.returns;
        images.by_store = true;
        set_.add(std::move(write));
        return;
    }
    item const* const before = set_.read(*what.entity, key);
    if (before != nullptr) images.before = *before;
    if (item present; before != nullptr && what.entity->earlier != nullptr &&
                      what.entity->earlier->upgrade(*what.entity, *before, present))
        images.before = std::move(present);
    failure_cause const found = failure_cause_of(what, images.before);
    bool const passed_over = before != nullptr && passes_over_others(what) && is_of_another(*what.entity, *before);
    if (passed_over) images.before.reset();
    if (found.reason != write_error::none)
        return set_.refuse({found.reason, found.subject, action, std::move(images.before), {}});
    if (passed_over) return; // the item does not exist for this entity
    if (what.expected == precondition::any) {
        write.expected = before != nullptr ? precondition::must_exist : precondition::must_not_exist;
        write.if_failed = write_error::none;
    }
    if (planner) {
        auto planned = planner->plan(before);
        write.update = std::move(planned.update);
        if (!planned.unchanged.empty())
            write.requirements.push_back({std::move(planned.unchanged), write_error::none, {}});
        images.after = std::move(planned.after);
    } else if (what.kind == write_kind::put) {
        images.after = what.attributes;
    }
    bool const alone = write.derived_writes.empty() && !set_.is_transaction();
    if (alone) {
        write.returns = what.returns;
        images.by_store = true;
    }
    std::size_t const place = set_.add(std::move(write));
    if (alone) return;
    if (what.returns == return_values::all_old || (what.returns != return_values::none && planner))
        for (stored_attribute const& each : what.entity->stored_attributes) set_.guard(place, each.name);
    if (what.returns == return_values::all_new) returned_.push_back({what.entity, std::move(key), action});
}

MONOTABLE_INLINE void action_planner::return_image(entity_data const& entity, item_view key, return_values returned,
                                                   std::size_t action) {
    if (returned == return_values::none) return;
    if (returned == return_values::all_old) {
        item const* const before = set_.read(entity, key);
        bool const exists = before != nullptr && !is_of_another(entity, *before);
        if (exists) images_[action].before = *before;
    } else {
        returned_.push_back({&entity, item(key), action});
    }
    for (std::size_t i = 0; i != set_.size(); ++i)
        if (set_.find(entity, key) == &set_[i])
            for (stored_attribute const& each : entity.stored_attributes) set_.guard(i, each.name);
}

MONOTABLE_INLINE void action_planner::derive() {
    detail::derive(set_);
    if (set_.is_refused()) return;
    for (returned_item const& each : returned_)
        if (item const* const pending = set_.read_pending(*each.entity, each.key))
            images_[each.action].after = *pending;
}

MONOTABLE_INLINE planned_write action_planner::main_write(write_intent const& what, std::size_t action) {
    planned_write write;
    write.entity = what.entity;
    write.kind = what.kind;
    write.attributes = what.attributes;
    write.known_attributes = what.known_attributes;
    write.action = action;
    write.main = true;
    if (what.kind != write_kind::check) write.derived_writes = what.derived_writes;
    if (!what.condition.empty()) write.requirements.push_back({what.condition, write_error::condition_failed, {}});
    if (!what.managed.condition.empty()) write.requirements.push_back(what.managed);
    if (passes_over_others(what) && what.expected != precondition::must_not_exist)
        write.requirements.push_back({is_of_none_other(*what.entity),
                                      what.is_upsert()                 ? write_error::already_exists
                                      : is_unconditional_erasure(what) ? write_error::none
                                                                       : write_error::not_found,
                                      {}});
    for (std::size_t i = 0; what.input != nullptr && i != what.input->action_count; ++i)
        if (update_action const& each = what.input->actions[i]; !each.fits.empty())
            write.requirements.push_back({each.fits, write_error::out_of_range, what.entity->fields[each.field].name});
    write.expected = what.expected;
    write.if_failed = what.expected == precondition::must_exist ? write_error::not_found : write_error::already_exists;
    return write;
}

} // namespace monotable::detail
