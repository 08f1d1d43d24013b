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

/// Writes a JSON object member by member. Commas are its business.
class json_writer {
  public:
    json_writer() : text_("{") {}

    json_writer& name(std::string_view name);
    json_writer& text(std::string_view name, std::string_view value);
    json_writer& number(std::string_view name, std::size_t value);
    json_writer& flag(std::string_view name, bool value);
    json_writer& item(std::string_view name, item_view value);
    /// A value that is JSON already, after name().
    json_writer& raw(std::string_view json);
    json_writer& texts(std::string_view name, std::vector<std::string> const& values);

    /// A nested value: begin('{') or begin('[') after name() or inside an array, end('}') or end(']').
    json_writer& begin(char bracket);
    json_writer& end(char bracket);

    /// The finished text.
    std::string take();

  private:
    void separate();

    std::string text_;
};

/// A put that keeps unknown attributes is an update; an update without actions has no UpdateExpression.
enum class write_action : std::uint8_t { put, update, erase, check };
write_action action_of(write_request const& request) noexcept;

/// True if the write leaves the same item and gives the same answer when it is made twice.
bool is_idempotent(write_request const& request);

/// The X-Amz-Target's last part: PutItem, UpdateItem, DeleteItem.
std::string_view target_of(write_request const& request) noexcept;

/// The primary key of an item.
item key_of(item_view from, table_description const& table);

/// The members of one write: of PutItem, UpdateItem, DeleteItem, or of an action of TransactWriteItems. `table`: its keys.
void add_write(json_writer& to, write_request const& request, table_description const& table, bool in_transaction);

/// The members of GetItem, or of a Get of TransactGetItems.
void add_get(json_writer& to, get_request const& request);

/// A bound of a query that the service cannot express, because it takes one condition on a sort key: items with this value
/// are left out of the reply.
struct excluded_bound {
    std::string attribute;
    value at;
};

/// The body of Query. `excluded` becomes what the reply has to leave out.
std::string query_body(query_request const& request, table_description const& table,
                       std::vector<excluded_bound>& excluded);

std::string scan_body(scan_request const& request);

/// The attributes and the projection of a read, as one projection; empty: everything.
expression projection_of(detail::array_view<std::string_view> attributes, expression_view projection);

/// Those requests of a batch that one BatchGetItem can make for one table: their places.
using table_group = std::vector<std::size_t>;
std::vector<table_group> table_groups(detail::array_view<get_request> requests);

/// The body of BatchGetItem for requests of one table with equal projections. Keys are read, too, so that replies can be
/// assigned to requests.
void add_batch_get(json_writer& to, detail::array_view<get_request> requests, std::vector<std::size_t> const& which,
                   table_description const& table);

/// The index named, or nullptr. An empty name is the table.
index_description const* index_named(table_description const& table, std::string_view name);

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/request_json.ipp>
#endif
