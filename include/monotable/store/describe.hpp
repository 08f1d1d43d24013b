// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/description.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/model/table.hpp>

#include <string>

namespace monotable::detail {

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

/// As open_procedure, for one table.
void open_table(backend& store, table_description const& wanted, table_settings const& settings);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/describe.ipp>
#endif
