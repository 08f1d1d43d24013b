// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/transaction/execution.hpp>
#include <monotable/store/write/write_set.hpp>

namespace monotable::detail {

/// The new item, with those attributes of the old one that the entity does not know. They are guarded in the old one.
item carried_over(write_set& set, std::size_t erasure, prepared_write const& created, item const& old);

/// The old item under the new key.
item under_key(item_view old, item_view key);

/// The item that a move makes of the old one. Where fields have roles, they go on from it: a version is counted, a creation
/// time stays.
item moved_item(write_set& set, std::size_t erasure, prepared_write const& created, item const& old, item_view new_key);

/// The plan of a move: `self` erases, and owns what creates.
void plan_move(write_set& set, write_action const& self, std::size_t action);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/transaction/move_plan.ipp>
#endif
