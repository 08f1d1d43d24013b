// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/read/item_count.hpp>

namespace monotable::detail {

MONOTABLE_INLINE std::uint64_t items_counted(table_status const& status, std::string_view index) {
    for (std::size_t i = 0; i != status.indexes.size(); ++i)
        if (status.description.indexes[i].name == index) return status.indexes[i].items;
    return status.table.items;
}

} // namespace monotable::detail
