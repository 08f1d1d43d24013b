// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/tree_view.hpp>

namespace monotable {

/// What an update makes of an item; the old one may lack everything but its key. Throws store_error when the item does not
/// fit: an operand that it lacks or of a wrong type, a path that leads nowhere, a number out of range, more than 32 levels.
/// Requires a valid update (see validate.hpp) or none, which changes nothing.
item apply_update(expression_view update, item_view old);

/// Does the update, applied to an item that does not exist, make one? Only removing does not.
bool creates(expression_view update) noexcept;

/// The touched parts of an item: of the old one what UPDATED_OLD returns, of the new one what UPDATED_NEW does. List
/// positions are those of the item given, so that in the new one they may hold what moved there. Empty: nothing is
/// returned.
item touched(expression_view update, item_view version);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/update.ipp>
#endif
