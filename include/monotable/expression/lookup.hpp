// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>
#include <monotable/expression/path.hpp>

#include <optional>

namespace monotable {

namespace detail {

/// The member or element of a value; nothing if it has no such one, or is no container of that kind.
std::optional<value_view> find(value_view in, path_step const& step) noexcept;

} // namespace detail

/// What stands in the item at a path; nothing if nothing does.
std::optional<value_view> find(item_view item, path_view path) noexcept;

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/lookup.ipp>
#endif
