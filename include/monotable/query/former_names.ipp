// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/query/former_names.hpp>

#include <cstddef>
#include <string_view>

namespace monotable::detail {

MONOTABLE_INLINE bool mentions(expression_view tree, std::string_view attribute) {
    for (std::size_t i = 0; i != tree.node_count(); ++i) {
        expression_view const node(tree.nodes() + i);
        if (node.is(expression_kind::path) && node.path().attribute() == attribute) return true;
    }
    return false;
}

/// The tree with paths into `attribute` replaced by paths into `instead`.
MONOTABLE_INLINE expression with_attribute(expression_view tree, std::string_view attribute, std::string_view instead) {
    if (tree.is(expression_kind::path) && tree.path().attribute() == attribute) {
        document_path renamed(instead);
        auto step = tree.path().begin();
        for (++step; step != tree.path().end(); ++step)
            if ((*step).is_index) renamed.element((*step).index);
            else renamed.member((*step).name);
        return expression::path(renamed);
    }
    if (tree.node_count() == 1) return expression(tree);
    expression result;
    result.begin(tree.kind());
    for (expression_view const operand : tree) result.add(with_attribute(operand, attribute, instead));
    return result;
}

MONOTABLE_INLINE expression under_any_name(expression const& comparison, array_view<former_name> names) {
    expression result = comparison, of_present;
    std::string_view attribute;
    for (former_name const& name : names) {
        if (!mentions(comparison, name.attribute)) continue;
        if (attribute != name.attribute) of_present = result;
        attribute = name.attribute;
        auto const former = expression::path(document_path(name.former));
        auto const there =
            expression::make(expression_kind::all_of, {expression::make(expression_kind::attribute_exists, {former}),
                                                       with_attribute(of_present, attribute, name.former)});
        auto const elsewhere = expression::make(
            expression_kind::all_of, {expression::make(expression_kind::attribute_not_exists, {former}), result});
        result = expression::make(expression_kind::any_of, {there, elsewhere});
    }
    return result;
}

} // namespace monotable::detail
