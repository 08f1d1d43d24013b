// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/read/filtering.hpp>

namespace monotable::detail {

MONOTABLE_INLINE void check_projected(read_source const& from, std::string_view entity, expression_view filter) {
    for (std::size_t i = 0; i != filter.node_count(); ++i) {
        expression_view const node(filter.nodes() + i);
        if (from.scan || !node.is(expression_kind::path) ||
            is_attribute_in(*from.table, from.index, node.path().attribute()))
            continue;
        throw bad_value(std::string("monotable: ")
                            .append(entity)
                            .append(": a filter tests the attribute \"")
                            .append(node.path().attribute())
                            .append("\", which index ")
                            .append(from.table->indexes[from.index].name)
                            .append(" does not project"));
    }
}

} // namespace monotable::detail
