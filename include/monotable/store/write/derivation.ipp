// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/derivation.hpp>

#include <string>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE void derivation::run() {
    begin();
    bool more = true;
    for (std::size_t round = 0; more && round != max_rounds; ++round) {
        if (!complete_all()) return;
        more = false;
        for (std::size_t i = 0; i != set_.size(); ++i) {
            if (!is_to_be_followed(set_[i])) continue;
            spread(i);
            if (set_.is_refused()) return;
            begin();
            more = true;
        }
    }
    if (more) refuse_endless_rounds();
    for (std::size_t i = 0; i != set_.size() && !set_.is_refused(); ++i) settle(i);
}

MONOTABLE_INLINE bool derivation::is_to_be_followed(planned_write const& write) {
    if (write.derived_writes.empty() || !write.progress.started) return false;
    return !write.progress.spread || write.progress.changed_at > write.progress.seen_at;
}

MONOTABLE_INLINE void derivation::begin() {
    for (std::size_t i = 0; i != set_.size() && !set_.is_refused(); ++i) {
        if (set_[i].derived_writes.empty() || set_[i].progress.started) continue;
        std::optional<item> before;
        if (!set_[i].of_another) {
            entity_data const& entity = *set_[i].entity;
            item const key = primary_key_of(*entity.table, set_[i].attributes);
            item const* const there = set_.read(entity, key);
            if (!set_.knows(entity, key)) continue; // otherwise it would be treated as created
            item present;
            if (there != nullptr && entity.earlier != nullptr && entity.earlier->upgrade(entity, *there, present))
                before = std::move(present);
            else if (there != nullptr) before = *there;
        }
        bool const asked = !set_.is_derived(i);
        derivation_progress& progress = set_[i].progress;
        progress.started = true;
        progress.before = progress.seen = progress.settled_as = before;
        if (asked) plan(i, derivation_stage::begin, before);
    }
}

MONOTABLE_INLINE bool derivation::complete_all() {
    for (std::size_t round = 0; round != max_rounds; ++round) {
        bool changed = false;
        for (std::size_t i = 0; i != set_.size(); ++i)
            if (complete(i)) changed = true;
        if (!changed || set_.is_refused()) return !set_.is_refused();
    }
    refuse_endless_rounds();
}

MONOTABLE_INLINE void derivation::refuse_endless_rounds() const {
    throw store_error(
        store_fault::validation,
        place_text(set_[0]) +
            "what is written with it does not come to rest, since fields that are kept depend on each other");
}

MONOTABLE_INLINE bool derivation::complete(std::size_t write) {
    std::size_t const count = count_stage(set_[write], derivation_stage::complete);
    if (count == 0 || !set_[write].progress.started || set_.is_refused() ||
        set_[write].progress.completed_at == set_.additions())
        return false;
    std::optional<item> const as_it_was = pending(write);
    plan(write, derivation_stage::complete, set_[write].progress.before);
    bool const changed = pending(write) != as_it_was;
    if (!changed || count == 1) set_[write].progress.completed_at = set_.additions();
    return changed;
}

MONOTABLE_INLINE void derivation::spread(std::size_t write) {
    (void)complete(write);
    std::optional<item> now = pending(write);
    std::optional<item> const before = set_[write].progress.seen;
    std::size_t const at = set_.additions();
    if (!set_[write].progress.spread || now != before) plan(write, derivation_stage::spread, before);
    set_[write].progress.seen = std::move(now);
    set_[write].progress.seen_at = at;
    set_[write].progress.spread = true;
}

MONOTABLE_INLINE void derivation::settle(std::size_t write) {
    derivation_progress const& progress = set_[write].progress;
    if (count_stage(set_[write], derivation_stage::settle) == 0 || !progress.started) return;
    std::optional<item> now = pending(write);
    if (progress.settled && progress.settled_as == now) return;
    std::optional<item> const before = progress.settled_as;
    plan(write, derivation_stage::settle, before);
    set_[write].progress.settled = true;
    set_[write].progress.settled_as = std::move(now);
}

MONOTABLE_INLINE void derivation::plan(std::size_t write, derivation_stage stage, std::optional<item> const& before) {
    if (count_stage(set_[write], stage) == 0) return;
    std::optional<item> now = pending(write);
    if (!before && !now) return; // erasing an item that does not exist is not a change
    for (derived_write const& each : set_[write].derived_writes) {
        if (each.stage != stage || set_.is_refused()) continue;
        if (stage == derivation_stage::complete) now = pending(write);
        each.plan(set_,
                  {set_[write].entity, before ? &*before : nullptr, now ? &*now : nullptr, set_[write].action, write});
    }
}

MONOTABLE_INLINE std::optional<item> derivation::pending(std::size_t write) {
    entity_data const& entity = *set_[write].entity;
    item const* const found = set_.read_pending(entity, primary_key_of(*entity.table, set_[write].attributes));
    std::optional<item> result;
    if (found == nullptr) return result;
    if (entity.earlier == nullptr || !entity.earlier->upgrade(entity, *found, result.emplace())) result = *found;
    return result;
}

MONOTABLE_INLINE std::size_t derivation::count_stage(planned_write const& write, derivation_stage stage) {
    std::size_t count = 0;
    for (derived_write const& each : write.derived_writes) count += each.stage == stage ? 1u : 0u;
    return count;
}

MONOTABLE_INLINE void derive(write_set& set) { derivation(set).run(); }

} // namespace monotable::detail
