// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>
#include <monotable/expression/path.hpp>

#include <optional>

namespace monotable {

namespace detail {

/// The member or element of a value; nullopt if it does not exist or the value is not a map or list, respectively.
std::optional<value_view> find(value_view in, path_step const& step) noexcept;

} // namespace detail

/// The value at a path of the item, as a view of it; nullopt if the path does not exist.
std::optional<value_view> find(item_view item, detail::path_view path) noexcept;

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/expression/lookup.ipp>
#endif
