// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/view.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <string_view>

namespace monotable::detail {

struct attribute_assignment {
    std::string_view name;
    char const* value; ///< its encoding; null: the attribute is removed
};

/// Appends the encoding of the item with the assigned values, and returns its size as DynamoDB counts it, given that of `from`.
/// REQUIRES: the assignments are sorted by name, and the names unique.
std::size_t assign(item_view from, std::size_t size, array_view<attribute_assignment> assignments, byte_buffer& out);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/core/assign.ipp>
#endif
