// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>

#include <string_view>

namespace monotable {

namespace detail {

/// The greatest depth of nested lists and maps in an attribute, as in DynamoDB.
inline constexpr int max_nesting = 32;

/// The depth of nested lists and maps; 0 for other types. The writer and validate() bound the recursion.
int nesting(value_view v) noexcept;

} // namespace detail

/// True if `bytes` is exactly the canonical encoding of one value with at most `max_nesting` levels of lists and maps.
/// Views require that of the bytes they read.
bool validate(std::string_view bytes) noexcept;

namespace detail {

/// True if `bytes` is the canonical encoding of an item: a map whose attributes have at most `max_nesting` levels.
bool validate_item(std::string_view bytes) noexcept;

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/core/validate.ipp>
#endif
