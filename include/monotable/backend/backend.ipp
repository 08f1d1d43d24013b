// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>

namespace monotable {

namespace detail {

inline void restart_sink(get_request const& request) noexcept {
    if (request.sink != nullptr) request.sink->restart();
}

/// Shows an item that the reply holds to the sink of its request, unless the backend has shown it.
inline void show_owned(get_request const& request, std::optional<item>& found) {
    if (request.sink == nullptr || !found || request.sink->shown() != 0) return;
    request.sink->show(*found);
    found.emplace();
}

template <class Request, class Read>
void read_page(Request const& request, item_page& reply, Read&& read) {
    if (request.sink != nullptr) request.sink->restart();
    reply = read();
    if (request.sink == nullptr || request.sink->shown() != 0) return;
    for (auto const& each : reply.items) request.sink->show(each);
    reply.items.clear();
}

} // namespace detail

MONOTABLE_INLINE void backend::perform(operation const& what) {
    switch (what.kind) {
    case operation_kind::write: what.reply<write_call>() = do_write(what.request<write_call>()); return;
    case operation_kind::get: {
        auto const& request = what.request<get_call>();
        auto& reply = what.reply<get_call>();
        detail::restart_sink(request);
        reply = do_get(request);
        return detail::show_owned(request, reply);
    }
    case operation_kind::query: {
        auto const& request = what.request<query_call>();
        return detail::read_page(request, what.reply<query_call>(), [&] { return do_query(request); });
    }
    case operation_kind::scan: {
        auto const& request = what.request<scan_call>();
        return detail::read_page(request, what.reply<scan_call>(), [&] { return do_scan(request); });
    }
    case operation_kind::batch_get: {
        auto const requests = what.request<batch_get_call>();
        auto& reply = what.reply<batch_get_call>();
        for (auto const& each : requests) detail::restart_sink(each);
        reply = do_batch_get(requests);
        for (std::size_t i = 0; i != requests.size(); ++i) detail::show_owned(requests[i], reply.items[i]);
        return;
    }
    case operation_kind::batch_write:
        what.reply<batch_write_call>() = do_batch_write(what.request<batch_write_call>());
        return;
    case operation_kind::transact_get: {
        auto const requests = what.request<transact_get_call>();
        auto& reply = what.reply<transact_get_call>();
        for (auto const& each : requests) detail::restart_sink(each);
        reply = do_transact_get(requests);
        for (std::size_t i = 0; i != requests.size(); ++i) detail::show_owned(requests[i], reply[i]);
        return;
    }
    case operation_kind::transact_write: {
        auto const& request = what.request<transact_write_call>();
        what.reply<transact_write_call>() = do_transact_write(request.actions, request.token);
        return;
    }
    case operation_kind::create_table: {
        auto const& request = what.request<create_table_call>();
        what.reply<create_table_call>() = do_create_table(request.table, request.settings);
        return;
    }
    case operation_kind::describe: what.reply<describe_call>() = do_describe(what.request<describe_call>()); return;
    case operation_kind::status: what.reply<status_call>() = do_status(what.request<status_call>()); return;
    case operation_kind::tables: what.reply<tables_call>() = do_tables(); return;
    case operation_kind::add_index: {
        auto const& request = what.request<add_index_call>();
        return do_add_index(request.table, request.index);
    }
    case operation_kind::drop_index: {
        auto const& request = what.request<drop_index_call>();
        return do_drop_index(request.table, request.index);
    }
    case operation_kind::change_settings: {
        auto const& request = what.request<change_settings_call>();
        return do_change_settings(request.table, request.settings);
    }
    case operation_kind::delete_table: return do_delete_table(what.request<delete_table_call>());
    case operation_kind::streams: what.reply<streams_call>() = do_streams(what.request<streams_call>()); return;
    case operation_kind::shards: what.reply<shards_call>() = do_shards(what.request<shards_call>()); return;
    case operation_kind::seek_stream:
        what.reply<seek_stream_call>() = do_seek_stream(what.request<seek_stream_call>());
        return;
    case operation_kind::read_stream:
        what.reply<read_stream_call>() =
            do_read_stream(what.request<read_stream_call>().position, what.request<read_stream_call>().limit);
        return;
    }
}

} // namespace monotable
