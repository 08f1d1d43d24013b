// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/store/request.hpp>
#include <monotable/store/stream.hpp>
#include <monotable/store/table_status.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The calls of a backend as values.
namespace monotable {

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
    sweep,
    streams,
    read_stream
};

/// The name of the enumerator.
constexpr std::string_view name_of(operation_kind kind) noexcept {
    constexpr std::string_view names[] = {
        "write",           "get",          "query",    "scan",    "batch_get",  "batch_write", "transact_get",
        "transact_write",  "create_table", "describe", "status",  "tables",     "add_index",   "drop_index",
        "change_settings", "delete_table", "sweep",    "streams", "read_stream"};
    return names[static_cast<std::size_t>(kind)];
}

/// A request, which is borrowed, and the place of its reply. `kind` identifies the derived class, which is one of those below.
struct operation {
    operation_kind const kind;

    operation(operation const&) = delete;
    operation& operator=(operation const&) = delete;

  protected:
    explicit constexpr operation(operation_kind of) noexcept : kind(of) {}
};

template <operation_kind Kind, class Request, class Reply>
struct basic_operation : operation {
    using request_type = Request;
    using reply_type = Reply;

    Request const& request;
    Reply reply = {}; ///< unspecified unless the operation has been performed

    explicit basic_operation(Request const& of) : operation(Kind), request(of) {}
};

struct transaction_request {
    detail::array_view<write_request> actions = {};
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

using write_operation = basic_operation<operation_kind::write, write_request, write_outcome>;
using get_operation = basic_operation<operation_kind::get, get_request, std::optional<item>>;
using query_operation = basic_operation<operation_kind::query, query_request, item_page>;
using scan_operation = basic_operation<operation_kind::scan, scan_request, item_page>;
using batch_get_operation =
    basic_operation<operation_kind::batch_get, detail::array_view<get_request>, batch_get_result>;
using batch_write_operation =
    basic_operation<operation_kind::batch_write, detail::array_view<write_request>, std::vector<std::size_t>>;
using transact_get_operation =
    basic_operation<operation_kind::transact_get, detail::array_view<get_request>, std::vector<std::optional<item>>>;
using transact_write_operation =
    basic_operation<operation_kind::transact_write, transaction_request, transaction_outcome>;
using create_table_operation = basic_operation<operation_kind::create_table, create_table_request, bool>;
using describe_operation = basic_operation<operation_kind::describe, std::string_view, table_description>;
using status_operation = basic_operation<operation_kind::status, std::string_view, table_status>;
using tables_operation = basic_operation<operation_kind::tables, no_request, std::vector<std::string>>;
using add_index_operation = basic_operation<operation_kind::add_index, add_index_request, no_reply>;
using drop_index_operation = basic_operation<operation_kind::drop_index, drop_index_request, no_reply>;
using change_settings_operation = basic_operation<operation_kind::change_settings, change_settings_request, no_reply>;
using delete_table_operation = basic_operation<operation_kind::delete_table, std::string_view, no_reply>;
using sweep_operation = basic_operation<operation_kind::sweep, std::int64_t, std::size_t>;
using streams_operation = basic_operation<operation_kind::streams, std::string_view, std::vector<stream_status>>;
using read_stream_operation = basic_operation<operation_kind::read_stream, stream_position, stream_page>;

/// Calls f with the operation as an object of its own class, and returns what f returns.
template <class F>
decltype(auto) visit(operation& what, F&& f) {
    switch (what.kind) {
    case operation_kind::write: return f(static_cast<write_operation&>(what));
    case operation_kind::get: return f(static_cast<get_operation&>(what));
    case operation_kind::query: return f(static_cast<query_operation&>(what));
    case operation_kind::scan: return f(static_cast<scan_operation&>(what));
    case operation_kind::batch_get: return f(static_cast<batch_get_operation&>(what));
    case operation_kind::batch_write: return f(static_cast<batch_write_operation&>(what));
    case operation_kind::transact_get: return f(static_cast<transact_get_operation&>(what));
    case operation_kind::transact_write: return f(static_cast<transact_write_operation&>(what));
    case operation_kind::create_table: return f(static_cast<create_table_operation&>(what));
    case operation_kind::describe: return f(static_cast<describe_operation&>(what));
    case operation_kind::status: return f(static_cast<status_operation&>(what));
    case operation_kind::tables: return f(static_cast<tables_operation&>(what));
    case operation_kind::add_index: return f(static_cast<add_index_operation&>(what));
    case operation_kind::drop_index: return f(static_cast<drop_index_operation&>(what));
    case operation_kind::change_settings: return f(static_cast<change_settings_operation&>(what));
    case operation_kind::delete_table: return f(static_cast<delete_table_operation&>(what));
    case operation_kind::sweep: return f(static_cast<sweep_operation&>(what));
    case operation_kind::streams: return f(static_cast<streams_operation&>(what));
    default: return f(static_cast<read_stream_operation&>(what));
    }
}

} // namespace monotable
