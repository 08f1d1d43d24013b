// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>
#include <monotable/expression/tree_view.hpp>

namespace monotable {

/// Does a condition hold for an item? An item that does not exist is an empty one. Nothing is allocated. Requires a valid
/// condition (see validate.hpp).
bool holds(expression_view condition, item_view item) noexcept;

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/evaluate.ipp>
#endif
