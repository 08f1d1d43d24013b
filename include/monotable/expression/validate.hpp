// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/tree_view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace monotable {

inline constexpr std::size_t max_expression_operators = 300;
inline constexpr std::size_t max_in_operands = 100; ///< with the one on the left
inline constexpr std::size_t max_path_elements = 32;
inline constexpr std::uint32_t max_list_index = 0x7FFFFFFF;

namespace detail {

/// Why DynamoDB refuses a tree, in its words; empty if it does not. A connective is judged without its operands.
std::string fault_of(expression_view tree);

/// Operators and functions, as DynamoDB counts them.
std::size_t count_operators(expression_view tree) noexcept;
std::string too_many_operators(std::string_view parameter, std::size_t count);

/// `parameter` is the one of the request that the expression is: "ConditionExpression".
[[noreturn]] void refuse_expression(std::string_view parameter, std::string const& fault);

void check_operator_count(std::string_view parameter, expression_view tree);

} // namespace detail

/// Throws store_error, with DynamoDB's words, if it would refuse the condition, update or projection whatever the item:
/// constants of a wrong type, reversed bounds, paths that overlap, too many operators. `parameter` is its name in a
/// request. The tree must be built as expression_kind says.
void check(expression_view tree, std::string_view parameter);

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/validate.ipp>
#endif
