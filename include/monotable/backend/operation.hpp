// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/request.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The calls of a backend as values.
namespace monotable {

struct table_status;  // backend/table_status.hpp
struct stream_status; // backend/stream.hpp, like the following ones
struct stream_shard;
struct stream_seek;
struct stream_position;
struct read_stream_request;
struct stream_page;

enum class operation_kind : std::uint8_t {
    write,
    get,
    query,
    scan,
    batch_get,
    batch_write,
    transact_get,
    transact_write,
    create_table,
    describe,
    status,
    tables,
    add_index,
    drop_index,
    change_settings,
    delete_table,
    streams,
    shards,
    seek_stream,
    read_stream
};

/// The name of the enumerator.
constexpr std::string_view name_of(operation_kind kind) noexcept {
    constexpr std::string_view names[] = {
        "write",           "get",          "query",    "scan",   "batch_get",   "batch_write", "transact_get",
        "transact_write",  "create_table", "describe", "status", "tables",      "add_index",   "drop_index",
        "change_settings", "delete_table", "streams",  "shards", "seek_stream", "read_stream"};
    return names[static_cast<std::size_t>(kind)];
}

/// One call of a backend: a request, which is borrowed, and the place of its reply. Their types are those of the call that
/// `kind` names, as calls::write::request: see request() and reply().
struct operation {
    operation_kind kind;
    void const* request_place;
    void* reply_place;

    /// The request. REQUIRES: Call is the call of this kind.
    template <class Call>
    typename Call::request const& request() const noexcept {
        return *static_cast<typename Call::request const*>(request_place);
    }
    /// The reply, which is unspecified unless the operation has been performed. REQUIRES: Call is the call of this kind.
    template <class Call>
    typename Call::reply& reply() const noexcept {
        return *static_cast<typename Call::reply*>(reply_place);
    }
};

/// The calls of a backend: the types of the request and of the reply of each kind of operation.
namespace calls {

struct transaction_request {
    array_view<write_request> actions = {};
    std::string_view token = {};
};
struct create_table_request {
    table_description const& table;
    table_settings const& settings;
};
struct add_index_request {
    std::string_view table;
    index_description const& index;
};
struct drop_index_request {
    std::string_view table;
    std::string_view index;
};
struct change_settings_request {
    std::string_view table;
    table_settings const& settings;
};
struct no_request {};
struct no_reply {};

/// The types of one kind of call.
template <operation_kind Kind, class Request, class Reply>
struct call {
    static constexpr operation_kind kind = Kind;
    using request = Request;
    using reply = Reply;
};

using write = call<operation_kind::write, write_request, write_outcome>;
using get = call<operation_kind::get, get_request, std::optional<item>>;
using query = call<operation_kind::query, query_request, item_page>;
using scan = call<operation_kind::scan, scan_request, item_page>;
using batch_get = call<operation_kind::batch_get, array_view<get_request>, batch_get_result>;
using batch_write = call<operation_kind::batch_write, array_view<write_request>, std::vector<std::size_t>>;
using transact_get = call<operation_kind::transact_get, array_view<get_request>, std::vector<std::optional<item>>>;
using transact_write = call<operation_kind::transact_write, transaction_request, transaction_outcome>;
using create_table = call<operation_kind::create_table, create_table_request, bool>;
using describe = call<operation_kind::describe, std::string_view, table_description>;
using status = call<operation_kind::status, std::string_view, table_status>;
using tables = call<operation_kind::tables, no_request, std::vector<std::string>>;
using add_index = call<operation_kind::add_index, add_index_request, no_reply>;
using drop_index = call<operation_kind::drop_index, drop_index_request, no_reply>;
using change_settings = call<operation_kind::change_settings, change_settings_request, no_reply>;
using delete_table = call<operation_kind::delete_table, std::string_view, no_reply>;
using streams = call<operation_kind::streams, std::string_view, std::vector<stream_status>>;
using shards = call<operation_kind::shards, std::string_view, std::vector<stream_shard>>;
using seek_stream = call<operation_kind::seek_stream, stream_seek, stream_position>;
using read_stream = call<operation_kind::read_stream, read_stream_request, stream_page>;

/// Calls f with an object of the class of the operation's call (calls::write, calls::get, ...), and returns the result of f.
template <class F>
decltype(auto) visit(operation_kind kind, F&& f) {
    switch (kind) {
    case operation_kind::write: return f(write());
    case operation_kind::get: return f(get());
    case operation_kind::query: return f(query());
    case operation_kind::scan: return f(scan());
    case operation_kind::batch_get: return f(batch_get());
    case operation_kind::batch_write: return f(batch_write());
    case operation_kind::transact_get: return f(transact_get());
    case operation_kind::transact_write: return f(transact_write());
    case operation_kind::create_table: return f(create_table());
    case operation_kind::describe: return f(describe());
    case operation_kind::status: return f(status());
    case operation_kind::tables: return f(tables());
    case operation_kind::add_index: return f(add_index());
    case operation_kind::drop_index: return f(drop_index());
    case operation_kind::change_settings: return f(change_settings());
    case operation_kind::delete_table: return f(delete_table());
    case operation_kind::streams: return f(streams());
    case operation_kind::shards: return f(shards());
    case operation_kind::seek_stream: return f(seek_stream());
    default: return f(read_stream());
    }
}

} // namespace calls

} // namespace monotable
