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
/// `kind` names: see request() and reply().
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
struct operation_call {
    static constexpr operation_kind kind = Kind;
    using request = Request;
    using reply = Reply;
};

using write_call = operation_call<operation_kind::write, write_request, write_outcome>;
using get_call = operation_call<operation_kind::get, get_request, std::optional<item>>;
using query_call = operation_call<operation_kind::query, query_request, item_page>;
using scan_call = operation_call<operation_kind::scan, scan_request, item_page>;
using batch_get_call = operation_call<operation_kind::batch_get, array_view<get_request>, batch_get_result>;
using batch_write_call =
    operation_call<operation_kind::batch_write, array_view<write_request>, std::vector<std::size_t>>;
using transact_get_call =
    operation_call<operation_kind::transact_get, array_view<get_request>, std::vector<std::optional<item>>>;
using transact_write_call = operation_call<operation_kind::transact_write, transaction_request, transaction_outcome>;
using create_table_call = operation_call<operation_kind::create_table, create_table_request, bool>;
using describe_call = operation_call<operation_kind::describe, std::string_view, table_description>;
using status_call = operation_call<operation_kind::status, std::string_view, table_status>;
using tables_call = operation_call<operation_kind::tables, no_request, std::vector<std::string>>;
using add_index_call = operation_call<operation_kind::add_index, add_index_request, no_reply>;
using drop_index_call = operation_call<operation_kind::drop_index, drop_index_request, no_reply>;
using change_settings_call = operation_call<operation_kind::change_settings, change_settings_request, no_reply>;
using delete_table_call = operation_call<operation_kind::delete_table, std::string_view, no_reply>;
using streams_call = operation_call<operation_kind::streams, std::string_view, std::vector<stream_status>>;
using shards_call = operation_call<operation_kind::shards, std::string_view, std::vector<stream_shard>>;
using seek_stream_call = operation_call<operation_kind::seek_stream, stream_seek, stream_position>;
using read_stream_call = operation_call<operation_kind::read_stream, read_stream_request, stream_page>;

/// Calls f with an object of the class of the operation's call (write_call, get_call, ...), and returns the result of f.
template <class F>
decltype(auto) visit(operation_kind kind, F&& f) {
    switch (kind) {
    case operation_kind::write: return f(write_call());
    case operation_kind::get: return f(get_call());
    case operation_kind::query: return f(query_call());
    case operation_kind::scan: return f(scan_call());
    case operation_kind::batch_get: return f(batch_get_call());
    case operation_kind::batch_write: return f(batch_write_call());
    case operation_kind::transact_get: return f(transact_get_call());
    case operation_kind::transact_write: return f(transact_write_call());
    case operation_kind::create_table: return f(create_table_call());
    case operation_kind::describe: return f(describe_call());
    case operation_kind::status: return f(status_call());
    case operation_kind::tables: return f(tables_call());
    case operation_kind::add_index: return f(add_index_call());
    case operation_kind::drop_index: return f(drop_index_call());
    case operation_kind::change_settings: return f(change_settings_call());
    case operation_kind::delete_table: return f(delete_table_call());
    case operation_kind::streams: return f(streams_call());
    case operation_kind::shards: return f(shards_call());
    case operation_kind::seek_stream: return f(seek_stream_call());
    default: return f(read_stream_call());
    }
}

} // namespace monotable
