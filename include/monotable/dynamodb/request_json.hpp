// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/request.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/expression/print.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Requests on items as the JSON of DynamoDB's operations.
namespace monotable::client {

/// Writes a JSON object member by member; inserts commas.
class json_writer {
  public:
    json_writer() : text_("{") {}

    json_writer& name(std::string_view name);
    json_writer& text(std::string_view name, std::string_view value);
    json_writer& number(std::string_view name, std::size_t value);
    json_writer& flag(std::string_view name, bool value);
    json_writer& item(std::string_view name, item_view value);
    /// Writes a value that is JSON already, after name().
    json_writer& raw(std::string_view json);
    json_writer& texts(std::string_view name, std::vector<std::string> const& values);

    /// A nested value: begin('{') or begin('[') after name() or inside an array, end('}') or end(']').
    json_writer& begin(char bracket);
    json_writer& end(char bracket);

    /// Returns the complete text.
    std::string take();

  private:
    void separate();

    std::string text_;
};

/// The operation for a write. A put that preserves unknown attributes is an update; an update without actions has no
/// UpdateExpression.
enum class write_action : std::uint8_t { put, update, erase, check };
write_action action_of(write_request const& request) noexcept;

/// True if performing the write twice has the same effect and the same reply as performing it once.
bool is_idempotent(write_request const& request);

/// The last part of X-Amz-Target: PutItem, UpdateItem, DeleteItem.
std::string_view target_of(write_request const& request) noexcept;

/// The primary key of an item.
item key_of(item_view from, table_description const& table);

/// Writes the members of PutItem, UpdateItem, DeleteItem, or of an action of TransactWriteItems. `table` describes the
/// keys.
void add_write(json_writer& to, write_request const& request, table_description const& table, bool in_transaction);

/// Writes the members of GetItem, or of a Get of TransactGetItems.
void add_get(json_writer& to, get_request const& request);

/// An exclusive bound that the service cannot express, because it accepts one condition on a sort key: items with this
/// value are removed from the reply.
struct excluded_bound {
    std::string attribute;
    value at;
};

/// The body of Query. Adds to `excluded` the bounds whose items must be removed from the reply.
std::string query_body(query_request const& request, table_description const& table,
                       std::vector<excluded_bound>& excluded);

std::string scan_body(scan_request const& request);

/// The attributes and the projection of a read as one projection; empty for all attributes.
expression projection_of(detail::array_view<std::string_view> attributes, expression_view projection);

/// The positions of the requests of a batch that one BatchGetItem can perform for one table.
using table_group = std::vector<std::size_t>;
std::vector<table_group> table_groups(detail::array_view<get_request> requests);

/// The body of BatchGetItem for requests of one table with equal projections. Keys are read, too, so that replies can
/// be assigned to requests.
void add_batch_get(json_writer& to, detail::array_view<get_request> requests, std::vector<std::size_t> const& which,
                   table_description const& table);

/// The index with this name; null if it does not exist, in particular if the name is empty.
index_description const* index_named(table_description const& table, std::string_view name);

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/request_json.ipp>
#endif
