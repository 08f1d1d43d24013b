// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/transaction/execution.hpp>
#include <monotable/store/write/action_planner.hpp>
#include <monotable/store/write/write_set.hpp>

namespace monotable::detail {

/// The new item, with those attributes of the old one that the entity does not declare. They are guarded in the old one.
item carried_over(write_set& set, std::size_t erasure, write_intent const& created, item const& old);

/// The old item under the new key.
item under_key(item_view old, item_view key);

/// The new item of a move. Managed fields continue from the old item: a version is incremented, a creation time is preserved.
item moved_item(write_set& set, std::size_t erasure, write_intent const& created, item const& old, item_view new_key);

/// The plan of a move: `self` is the erasure, and owns the creation.
void plan_move(action_planner& planner, write_action const& self, std::size_t action);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/transaction/move_plan.ipp>
#endif
