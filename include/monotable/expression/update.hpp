// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/tree_view.hpp>

namespace monotable {

namespace detail {

/// The item after an update; `old` consists of its key only if the item does not exist. An empty expression changes
/// nothing. Throws store_error with DynamoDB's message if the update does not fit the item: a missing operand or one of
/// a wrong type, a path that does not exist, a number out of range, more than 32 levels. REQUIRES: the update is empty
/// or valid (see validate.hpp).
item apply_update(expression_view update, item_view old);

/// True if the update creates an item that does not exist; an update that only removes does not.
bool creates(expression_view update) noexcept;

/// The parts of an item that the update touches: UPDATED_OLD if `version` is the old item, UPDATED_NEW if it is the new
/// one. Positions in lists are those of the given item, so that in the new one they can hold elements that have moved.
/// Empty if no such part exists.
item touched(expression_view update, item_view version);

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/update.ipp>
#endif
