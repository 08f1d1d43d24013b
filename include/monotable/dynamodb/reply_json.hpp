// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/capacity.hpp>
#include <monotable/backend/request.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/dynamodb/http.hpp>
#include <monotable/error.hpp>
#include <monotable/meta/array_view.hpp>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Replies of DynamoDB's operations. The functions throw store_error (outcome_unknown) if a reply is not valid for the
/// operation, because the request may have been performed.
namespace monotable::client {

namespace json = boost::json;

/// An error reply of the service.
struct service_error {
    int status = 0;
    std::string type = {};    ///< without its namespace: ConditionalCheckFailedException
    std::string message = {}; ///< the service's message
    json::object body = {};
};

/// Parses the body of a reply. Throws service_error if it reports an error, store_error (validation) if it is not a
/// reply of DynamoDB, such as an HTML page. `from` names the server.
json::object read_reply(http_reply const& reply, std::string_view from);

/// Throws bad_value if the service rejected a value, store_error for other errors that are not outcomes of the
/// operation. `what` names the operation and the table.
[[noreturn]] void throw_store_error(service_error const& e, std::string_view what);

/// The member; null if it is missing or a JSON null.
json::value const* member(json::object const& in, std::string_view name);
/// The text of a member; empty if it is missing.
std::string_view text_member(json::object const& in, std::string_view name);
json::object const& object_of(json::value const& v);
json::array const& array_of(json::value const& v);

/// A time in seconds, with a fraction, as milliseconds since 1970; 0 if the member is missing.
std::int64_t read_time(json::object const& in, std::string_view name);
stream_view read_view(std::string_view text);

item read_item(json::value const& v);
/// The member as an item; nullopt if it is missing.
std::optional<item> item_member(json::object const& in, std::string_view name);

/// The page in the reply of Query and Scan.
item_page read_page(json::object const& in);

/// Adds ConsumedCapacity, an object or a list of objects. `writes` is true if units without a kind are write units.
void add_capacity(json::object const& in, bool writes, capacity_meter* to);

/// From TableDescription. `settings` have no time to live, which is described by another operation.
table_status read_table(json::object const& table);

/// From CancellationReasons, one outcome for each action.
transaction_outcome read_reasons(json::object const& error, std::size_t actions);

/// The positions of the unprocessed requests of a BatchWriteItem, ascending.
std::vector<std::size_t> unprocessed_writes(json::object const& reply, detail::array_view<write_request> requests);

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/reply_json.ipp>
#endif
