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
    case operation_kind::write: what.reply<calls::write>() = do_write(what.request<calls::write>()); return;
    case operation_kind::get: {
        auto const& request = what.request<calls::get>();
        auto& reply = what.reply<calls::get>();
        detail::restart_sink(request);
        reply = do_get(request);
        return detail::show_owned(request, reply);
    }
    case operation_kind::query: {
        auto const& request = what.request<calls::query>();
        return detail::read_page(request, what.reply<calls::query>(), [&] { return do_query(request); });
    }
    case operation_kind::scan: {
        auto const& request = what.request<calls::scan>();
        return detail::read_page(request, what.reply<calls::scan>(), [&] { return do_scan(request); });
    }
    case operation_kind::batch_get: {
        auto const requests = what.request<calls::batch_get>();
        auto& reply = what.reply<calls::batch_get>();
        for (auto const& each : requests) detail::restart_sink(each);
        reply = do_batch_get(requests);
        for (std::size_t i = 0; i != requests.size(); ++i) detail::show_owned(requests[i], reply.items[i]);
        return;
    }
    case operation_kind::batch_write:
        what.reply<calls::batch_write>() = do_batch_write(what.request<calls::batch_write>());
        return;
    case operation_kind::transact_get: {
        auto const requests = what.request<calls::transact_get>();
        auto& reply = what.reply<calls::transact_get>();
        for (auto const& each : requests) detail::restart_sink(each);
        reply = do_transact_get(requests);
        for (std::size_t i = 0; i != requests.size(); ++i) detail::show_owned(requests[i], reply[i]);
        return;
    }
    case operation_kind::transact_write: {
        auto const& request = what.request<calls::transact_write>();
        what.reply<calls::transact_write>() = do_transact_write(request.actions, request.token);
        return;
    }
    case operation_kind::create_table: {
        auto const& request = what.request<calls::create_table>();
        what.reply<calls::create_table>() = do_create_table(request.table, request.settings);
        return;
    }
    case operation_kind::describe: what.reply<calls::describe>() = do_describe(what.request<calls::describe>()); return;
    case operation_kind::status: what.reply<calls::status>() = do_status(what.request<calls::status>()); return;
    case operation_kind::tables: what.reply<calls::tables>() = do_tables(); return;
    case operation_kind::add_index: {
        auto const& request = what.request<calls::add_index>();
        return do_add_index(request.table, request.index);
    }
    case operation_kind::drop_index: {
        auto const& request = what.request<calls::drop_index>();
        return do_drop_index(request.table, request.index);
    }
    case operation_kind::change_settings: {
        auto const& request = what.request<calls::change_settings>();
        return do_change_settings(request.table, request.settings);
    }
    case operation_kind::delete_table: return do_delete_table(what.request<calls::delete_table>());
    case operation_kind::streams: what.reply<calls::streams>() = do_streams(what.request<calls::streams>()); return;
    case operation_kind::shards: what.reply<calls::shards>() = do_shards(what.request<calls::shards>()); return;
    case operation_kind::seek_stream:
        what.reply<calls::seek_stream>() = do_seek_stream(what.request<calls::seek_stream>());
        return;
    case operation_kind::read_stream:
        what.reply<calls::read_stream>() =
            do_read_stream(what.request<calls::read_stream>().position, what.request<calls::read_stream>().limit);
        return;
    }
}

} // namespace monotable
