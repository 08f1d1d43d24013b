// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/description.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/model/table.hpp>
#include <monotable/store/store_options.hpp>

#include <string>

namespace monotable {

namespace detail {

template <class Data> // table_data; so that only a program that opens a store compiles it
table_description describe_table(Data const& table);

/// The description of the table for a backend.
template <class Table>
table_description description_of() {
    return describe_table(Table::data);
}

stream_view view_of(stream_images images);

/// The settings that the model requires in addition to the description.
template <class Table>
table_settings settings_of() {
    table_settings result;
    result.stream = view_of(Table::data.stream);
    result.time_to_live = table_time_to_live<Table>;
    return result;
}

/// Creates the table, or enables the settings that an existing table lacks; other settings are preserved. A stream with both images
/// satisfies every view. Returns when the table and all of its indexes are active. Throws store_error if the table has another
/// description or a conflicting setting, or is not active in time.
void open_table(backend& store, table_description const& wanted, table_settings const& settings,
                std::chrono::milliseconds timeout = opening_timeout);

inline void open_table_as(store_options const& options, backend& store, table_description const& wanted,
                          table_settings const& settings) {
    (options.opening.open != nullptr ? options.opening.open : &open_table)(store, wanted, settings, options.timeout);
}

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/store/describe.ipp>
#endif
