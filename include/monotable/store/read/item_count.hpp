// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// What a store knows of the sizes of its tables.
namespace monotable::detail {

/// The table has an index of this name; an empty one is the table itself.
template <class Table>
constexpr bool has_index_named(std::string_view name) {
    for (std::size_t i = 1; i != Table::data.indexes.size(); ++i)
        if (Table::data.indexes[i].name == name) return true;
    return name.empty();
}

/// Items of an index, or of the table for an empty name.
std::uint64_t items_counted(table_status const& status, std::string_view index);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/item_count.ipp>
#endif
