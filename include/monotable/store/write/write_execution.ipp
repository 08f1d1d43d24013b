// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/write/update_execution.hpp>
#include <monotable/store/write/write_execution.hpp>

namespace monotable::detail {

MONOTABLE_INLINE write_execution::write_execution(write_intent const& what, retry_policy const& retry)
    : execution(retry), what_(what) {
    set().clock = what_.clock;
}

MONOTABLE_INLINE write_execution::write_execution(write_intent&& what, retry_policy const& retry,
                                                  std::shared_ptr<void const> owner)
    : execution(retry), owner_(std::move(owner)), owned_(std::move(what)), what_(*owned_) {
    set().clock = what_.clock;
}

MONOTABLE_INLINE void write_execution::plan() {
    planner_.emplace(set(), 1);
    planner_->add(what_, 0);
    planner_->derive();
}

MONOTABLE_INLINE void write_execution::finish(write_set::result result) {
    if (result == write_set::result::refused) {
        write_failure& why = set().failures().front();
        outcome_ = refused(what_, {why.reason, why.subject}, std::move(why.existing));
        return;
    }
    action_images& images = planner_->images()[0];
    outcome_ = {write_error::none, images.before.has_value(), {}, {}};
    if (images.by_store) {
        outcome_.existed = set().outcome().existed;
        outcome_.attributes = std::move(set().outcome().attributes);
    } else if (what_.returns == return_values::all_old) {
        outcome_.attributes = std::move(images.before);
    } else if (what_.returns == return_values::all_new) {
        outcome_.attributes = std::move(images.after);
    }
    if (what_.kind == write_kind::put && what_.returns == return_values::all_new && !outcome_.attributes)
        outcome_.attributes = what_.attributes;
}

MONOTABLE_INLINE void write_execution::give_up(unsigned attempts) { outcome_ = refused_by_contention(what_, attempts); }

MONOTABLE_INLINE typed_outcome perform_planned(backend& store, write_intent const& what, retry_policy const& retry) {
    write_execution execution(what, retry);
    run(store, execution);
    return execution.outcome();
}

} // namespace monotable::detail
