// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/store/describe.hpp>
#include <monotable/store/open_procedure.hpp>

#include <string>

namespace monotable::detail {

MONOTABLE_INLINE key_attribute describe(key_attribute_data const& attribute) {
    return {std::string(attribute.name), attribute.type == 'S'   ? value_type::string
                                         : attribute.type == 'N' ? value_type::number
                                                                 : value_type::binary};
}

template <class Data>
table_description describe_table(Data const& table) {
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

MONOTABLE_INLINE stream_view view_of(stream_images images) {
    switch (images) {
    case stream_images::none: return stream_view::none;
    case stream_images::keys_only: return stream_view::keys_only;
    case stream_images::new_image: return stream_view::new_image;
    case stream_images::old_image: return stream_view::old_image;
    case stream_images::both: return stream_view::new_and_old_images;
    }
    return stream_view::none;
}

MONOTABLE_INLINE void open_table(backend& store, table_description const& wanted, table_settings const& settings,
                                 std::chrono::milliseconds timeout) {
    open_procedure opening(wanted, settings, timeout);
    run(store, opening);
}

#ifdef MONOTABLE_COMPILED
template table_description describe_table(table_data const&);
#endif

} // namespace monotable::detail
