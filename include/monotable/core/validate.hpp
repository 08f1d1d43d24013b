// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>

#include <string_view>

namespace monotable {

/// How deep lists and maps may stand in each other inside an attribute.
inline constexpr int max_nesting = 32;

namespace detail {

/// How many lists and maps stand in each other; recursion is bounded by what the writer and validate let through.
int nesting(value_view v) noexcept;

} // namespace detail

/// Is `bytes` the encoding of one value, exactly, in its canonical form, with at most 32 levels of lists and maps? Only
/// then may views look at it.
bool validate(std::string_view bytes) noexcept;

/// The same for an item: a map whose attributes have at most 32 levels.
bool validate_item(std::string_view bytes) noexcept;

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/core/validate.ipp>
#endif
