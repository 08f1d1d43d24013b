// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/tree.hpp>
#include <monotable/meta/array_view.hpp>

#include <string_view>

/// Conditions on fields that items may have under former names.
namespace monotable::detail {

/// Items may have the attribute of a field under another name as well.
struct former_name {
    std::string_view attribute;
    std::string_view former;
};

/// One comparison, of whichever of its names an item has a field under: as upgraded() (model/upgrade.hpp), the last one
/// listed of those there are. Names of one attribute stand together.
expression under_any_name(expression const& comparison, array_view<former_name> names);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/query/former_names.ipp>
#endif
