// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/view.hpp>
#include <monotable/expression/tree_view.hpp>

namespace monotable {

namespace detail {

/// What of an item lies at the paths of an update or a projection, in its hierarchy: maps with the members asked for,
/// lists with the elements asked for, in their order and without gaps.
item at_paths(expression_view tree, item_view from);

} // namespace detail

/// The attributes and parts of attributes that a projection names; an empty item if the item has none of them. Requires a
/// valid projection (see validate.hpp) or none, which is for all of the item.
item projected(expression_view projection, item_view from);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/project.ipp>
#endif
