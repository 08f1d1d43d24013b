// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/tree.hpp>
#include <monotable/meta/array_view.hpp>

#include <string_view>

/// Conditions on fields that items can have under former names.
namespace monotable::detail {

/// A former name of the attribute of a field.
struct former_name {
    std::string_view attribute;
    std::string_view former;
};

/// A comparison that tests the name under which an item has the field: like upgraded() (model/upgrade.hpp), the last
/// one listed that exists. REQUIRES: names of one attribute are adjacent.
expression under_any_name(expression const& comparison, array_view<former_name> names);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/query/former_names.ipp>
#endif
