// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/size.hpp>

namespace monotable {

MONOTABLE_INLINE std::size_t detail::container_size(value_view v) noexcept {
    std::size_t size = 0;
    switch (v.type()) {
    case value_type::list:
        for (auto const element : v.as_list()) size += 1 + detail::value_size(element);
        return 3 + size;
    case value_type::map:
        for (auto const& [name, value] : v.as_map()) size += 1 + name.size() + detail::value_size(value);
        return 3 + size;
    case value_type::number_set:
        for (auto const element : v.as_set()) size += number_size(element);
        return size;
    default:
        for (auto const element : v.as_set()) size += element.size();
        return size;
    }
}

MONOTABLE_INLINE std::size_t item_size(item_view item) noexcept {
    std::size_t size = 0;
    for (auto const& [name, value] : item) size += name.size() + detail::value_size(value);
    return size;
}

} // namespace monotable
