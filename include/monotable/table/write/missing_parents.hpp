// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/expression/action.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/value/item.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace monotable::detail {

/// An update that creates what its places are in, worked out for one state of the item. (A template, so that only a program
/// that updates compiles it.)
template <class Backend>
struct missing_parents {
    expression update;
    expression unchanged; ///< what is there is still there, and the rest is not
    item filled;          ///< the item with the parents

    missing_parents(write_input const& input, expression const& actions, item_view before);

  private:
    void add_parents(expression const& parents, item_view before, expression& created);

    static bool is_in(expression const& created, path_view path);
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/table/write/missing_parents.ipp>
#endif
