// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/core/view.hpp>
#include <monotable/expression/tree_view.hpp>

namespace monotable {

namespace detail {

/// The parts of an item at the paths of an update or a projection, in their hierarchy: maps with only the named
/// members, lists with only the named elements, in order and without gaps.
item at_paths(expression_view tree, item_view from);

} // namespace detail

/// The attributes, and parts of attributes, that a projection names; an empty item if the item has none of them. An
/// empty expression selects the whole item. REQUIRES: the projection is empty or valid (see validate.hpp).
item projected(expression_view projection, item_view from);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/project.ipp>
#endif
