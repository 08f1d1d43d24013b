// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/view.hpp>
#include <monotable/expression/lookup.hpp>
#include <monotable/expression/path.hpp>

#include <optional>

namespace monotable {
namespace detail {

MONOTABLE_INLINE std::optional<value_view> find(value_view in, path_step const& step) noexcept {
    if (!step.is_index) return in.is(value_type::map) ? in.as_map().find(step.name) : std::nullopt;
    if (!in.is(value_type::list)) return std::nullopt;
    auto left = step.index;
    for (auto const element : in.as_list())
        if (left-- == 0) return element;
    return std::nullopt;
}

} // namespace detail

MONOTABLE_INLINE std::optional<value_view> find(item_view item, detail::path_view path) noexcept {
    std::optional<value_view> found = item.as_value();
    for (auto step = path.begin(); found && step != path.end(); ++step) found = detail::find(*found, *step);
    return found;
}

} // namespace monotable
