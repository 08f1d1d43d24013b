// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/expression/tree.hpp>

namespace monotable::detail {

/// One update that does what two of the same item do one after the other, where the second says of each place all that it
/// will be, or adds to a number that the first adds to. Throws store_error where that cannot be said in one.
expression merged_updates(expression const& first, expression const& second);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/table/write/merge_updates.ipp>
#endif
