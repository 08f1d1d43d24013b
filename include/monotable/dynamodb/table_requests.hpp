// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/config.hpp>

#include <string>
#include <string_view>

/// The bodies of requests on tables.
namespace monotable::client {

/// The body of CreateTable, with on-demand capacity. The time to live is set by another operation.
std::string create_table_body(table_description const& table, table_settings const& settings);

// The body of UpdateTable.
std::string add_index_body(std::string_view table, index_description const& index);
std::string drop_index_body(std::string_view table, std::string_view index);
std::string stream_body(std::string_view table, stream_view view);

/// The body of UpdateTimeToLive.
std::string time_to_live_body(std::string_view table, std::string_view attribute, bool enabled);

/// True if both describe the same keys and indexes. The service lists local and global indexes separately and in its
/// own order.
bool is_same(table_description a, table_description b);

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/table_requests.ipp>
#endif
