// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

/// The numbers of items in a table's description.
namespace monotable::detail {

/// True if the table has an index of this name; an empty name denotes the table itself.
template <class Table>
constexpr bool has_index_named(std::string_view name) {
    for (std::size_t i = 1; i != Table::data.indexes.size(); ++i)
        if (Table::data.indexes[i].name == name) return true;
    return name.empty();
}

/// The number of items in an index, or in the table if the name is empty.
std::uint64_t items_counted(table_status const& status, std::string_view index);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/item_count.ipp>
#endif
