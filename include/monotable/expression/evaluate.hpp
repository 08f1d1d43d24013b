// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>
#include <monotable/expression/tree_view.hpp>

namespace monotable {

namespace detail {

/// True if the condition holds for an item; pass an empty item for one that does not exist. Does not allocate.
/// REQUIRES: the condition is valid (see validate.hpp).
bool holds(expression_view condition, item_view item) noexcept;

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/evaluate.ipp>
#endif
