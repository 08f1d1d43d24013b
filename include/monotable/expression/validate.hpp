// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace monotable {

namespace detail {

inline constexpr std::size_t max_expression_operators = 300;
inline constexpr std::size_t max_in_operands = 100; ///< including the one on the left
inline constexpr std::size_t max_path_elements = 32;
inline constexpr std::uint32_t max_list_index = 0x7FFFFFFF;

/// DynamoDB's message about an invalid tree; empty if it is valid. Operands of AND, OR and NOT are not checked.
std::string error_of(expression_view tree);

/// The number of operators and functions, as DynamoDB counts them.
std::size_t count_operators(expression_view tree) noexcept;
std::string too_many_operators(std::string_view parameter, std::size_t count);

/// Throws store_error. `parameter` is the name of the expression in the request: "ConditionExpression".
[[noreturn]] void throw_invalid_expression(std::string_view parameter, std::string const& fault);

void check_operator_count(std::string_view parameter, expression_view tree);

} // namespace detail

/// Throws store_error with DynamoDB's message if the condition, update or projection is invalid for every item:
/// constants of a wrong type, reversed bounds, overlapping paths, too many operators. `parameter` is its name in a
/// request. REQUIRES: each node has the operands that expression_kind specifies.
void check(expression_view tree, std::string_view parameter);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/validate.ipp>
#endif
