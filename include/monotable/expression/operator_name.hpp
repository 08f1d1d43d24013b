// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/tree_view.hpp>

#include <cstdint>
#include <string_view>

namespace monotable::detail {

/// The name of an operator, function or section in expressions and DynamoDB's messages; empty for operands and roots.
constexpr std::string_view operator_name(expression_kind kind) noexcept {
    constexpr std::string_view names[] = {"",
                                          "",
                                          "size",
                                          "if_not_exists",
                                          "list_append",
                                          "+",
                                          "-",
                                          "=",
                                          "<>",
                                          "<",
                                          "<=",
                                          ">",
                                          ">=",
                                          "BETWEEN",
                                          "IN",
                                          "attribute_exists",
                                          "attribute_not_exists",
                                          "attribute_type",
                                          "begins_with",
                                          "contains",
                                          "AND",
                                          "OR",
                                          "NOT",
                                          "SET",
                                          "REMOVE",
                                          "ADD",
                                          "DELETE",
                                          "",
                                          ""};
    static_assert(sizeof names / sizeof *names == static_cast<std::size_t>(expression_kind::projection) + 1);
    return names[static_cast<std::uint8_t>(kind)];
}

constexpr bool is_action(expression_kind kind) noexcept {
    return kind >= expression_kind::set && kind <= expression_kind::remove_elements;
}

} // namespace monotable::detail
