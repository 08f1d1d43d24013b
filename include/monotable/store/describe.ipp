// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/error.hpp>
#include <monotable/store/describe.hpp>
#include <monotable/store/write/backoff.hpp>

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

/// "table shop is creating", "index GSI1 of table shop is creating", or empty: all of it is active.
MONOTABLE_INLINE std::string unfinished_part(table_status const& status) {
    std::string const table = "table " + status.description.name;
    if (status.state != table_state::active) return table + " is " + std::string(name_of(status.state));
    for (std::size_t i = 0; i != status.indexes.size(); ++i)
        if (status.indexes[i].state != table_state::active)
            return "index " + status.description.indexes[i].name + " of " + table + " is " +
                   std::string(name_of(status.indexes[i].state));
    return {};
}

/// Waits until the table and its indexes are active. One that vanishes, because it was being deleted, is created again.
MONOTABLE_INLINE table_status active_status(backend& store, table_description const& wanted,
                                            table_settings const& settings, open_options const& options) {
    auto const end = std::chrono::steady_clock::now() + options.timeout;
    backoff pauses({.first = std::chrono::milliseconds(20), .longest = std::chrono::seconds(2)});
    for (std::string unfinished;;) {
        try {
            auto status = store.status(wanted.name);
            unfinished = unfinished_part(status);
            if (unfinished.empty()) return status;
        } catch (store_error const& e) {
            if (e.fault() != store_fault::no_such_table) throw;
            unfinished = "table " + wanted.name + " is not found after it was created";
            store.create_table(wanted, settings);
        }
        if (std::chrono::steady_clock::now() >= end)
            throw store_error(store_fault::unavailable,
                              "monotable: " + unfinished + ", and was not active within " +
                                  std::to_string(options.timeout.count()) +
                                  " ms; open the store later, or with a longer open_options::timeout");
        sleep_for(pauses.next_pause());
    }
}

MONOTABLE_INLINE void open_table(backend& store, table_description const& wanted, table_settings const& settings,
                                 open_options const& options) {
    bool const created = store.create_table(wanted, settings);
    table_settings const there = active_status(store, wanted, settings, options).settings;
    if (created) return;
    table_settings next = there;
    if (settings.stream != stream_view::none && there.stream != stream_view::new_and_old_images)
        next.stream = settings.stream;
    if (!settings.time_to_live.empty()) next.time_to_live = settings.time_to_live;
    if (next == there) return;
    store.change_settings(wanted.name, next);
    static_cast<void>(active_status(store, wanted, settings, options));
}

#ifdef MONOTABLE_COMPILED
template table_description describe_table(table_data const&);
#endif

} // namespace monotable::detail
