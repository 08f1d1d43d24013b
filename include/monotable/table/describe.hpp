// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/schema/table.hpp>
#include <monotable/store/description.hpp>

#include <string>

namespace monotable::detail {

inline key_attribute describe(key_attribute_data const& attribute) {
    return {std::string(attribute.name), attribute.type == 'S'   ? value_type::string
                                         : attribute.type == 'N' ? value_type::number
                                                                 : value_type::binary};
}

/// The table as a store knows it.
template <class Table>
table_description description_of() {
    constexpr table_data const& table = Table::data;
    table_description result;
    result.name = table.name;
    index_data const& primary = table.indexes[0];
    result.partition = describe(primary.attributes[0]);
    if (primary.sort_count != 0) result.sort = describe(primary.attributes[1]);
    for (index_data const& index : table.indexes.part(1, table.indexes.size() - 1)) {
        index_description& d = result.indexes.emplace_back();
        d.name = index.name;
        d.local = index.kind == index_kind::local;
        for (key_attribute_data const& a : index.partition()) d.partition.push_back(describe(a));
        for (key_attribute_data const& a : index.sort()) d.sort.push_back(describe(a));
        d.projection = index.projection == projection_kind::all         ? projection_type::all
                       : index.projection == projection_kind::keys_only ? projection_type::keys_only
                                                                        : projection_type::include;
        for (std::string_view const name : index.included) d.included.push_back(std::string(name));
    }
    return result;
}

} // namespace monotable::detail
