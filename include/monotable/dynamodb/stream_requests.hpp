// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/config.hpp>
#include <monotable/dynamodb/connection.hpp>
#include <monotable/dynamodb/reply_json.hpp>

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

/// Requests and replies of DynamoDB Streams. A stream's id is its ARN; a position is a shard iterator.
namespace monotable::client {

/// The ARNs of the streams of a table, or of all tables if it is empty.
std::vector<std::string> list_streams(connection& to, std::string_view table);

/// StreamDescription, with the shards after the one named.
json::object describe_stream(connection& to, std::string_view stream, std::string_view after);

/// From StreamDescription, of a table with this description.
stream_status to_stream_status(json::object const& description, table_description const& table);

std::vector<stream_shard> list_shards(connection& to, std::string_view stream);
stream_position seek_stream(connection& to, stream_seek const& place);
stream_page read_stream(connection& to, stream_position const& from, std::size_t limit);

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/stream_requests.ipp>
#endif
