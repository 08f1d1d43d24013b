// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/description.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/model/table.hpp>
#include <monotable/store/open_options.hpp>

#include <string>

namespace monotable {

namespace detail {

template <class Data> // table_data; so that only a program that opens a store compiles it
table_description describe_table(Data const& table);

/// The table as a store knows it.
template <class Table>
table_description description_of() {
    return describe_table(Table::data);
}

stream_view view_of(stream_images images);

/// What the model asks for beyond the description.
template <class Table>
table_settings settings_of() {
    table_settings result;
    result.stream = view_of(Table::data.stream);
    result.time_to_live = table_time_to_live<Table>;
    return result;
}

/// Creates the table, or turns on what one that exists lacks of the settings: what others have turned on stays. A stream of
/// both images does for every view. Returns when the table and all of its indexes are active. Throws store_error where the
/// table has another description or another setting, and when it is not active in time.
void open_table(backend& store, table_description const& wanted, table_settings const& settings,
                open_options const& options = {});

} // namespace detail

inline void open_table(open_options const& options, backend& store, table_description const& wanted,
                       table_settings const& settings) {
    detail::open_table(store, wanted, settings, options);
}

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/store/describe.ipp>
#endif
