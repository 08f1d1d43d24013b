// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace monotable {

MONOTABLE_INLINE expression::expression(expression_view tree) { append(tree, 0); }

MONOTABLE_INLINE expression expression::make(expression_kind kind, std::initializer_list<expression_view> operands) {
    expression result;
    result.begin(kind);
    for (auto const each : operands) result.add(each);
    return result;
}

MONOTABLE_INLINE void expression::begin(expression_kind kind) {
    nodes_.clear();
    nodes_.push_back({kind, 1, {}});
}

MONOTABLE_INLINE void expression::add(expression_view operand) {
    auto const kind = nodes_.front().kind;
    bool const same = operand.is(kind) && (kind == expression_kind::all_of || kind == expression_kind::any_of);
    append(operand, same ? 1 : 0);
    nodes_.front().extent = static_cast<std::uint32_t>(nodes_.size());
}

MONOTABLE_INLINE expression expression::leaf(expression_kind kind, std::string_view payload) {
    expression result;
    result.nodes_.push_back({kind, 1, std::string(payload)});
    return result;
}

} // namespace monotable
