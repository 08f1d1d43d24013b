// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/store/backend.hpp>

namespace monotable {

MONOTABLE_INLINE void backend::perform(operation& what) {
    switch (what.kind) {
    case operation_kind::write: {
        auto& each = static_cast<write_operation&>(what);
        each.reply = do_write(each.request);
        return;
    }
    case operation_kind::get: {
        auto& each = static_cast<get_operation&>(what);
        each.reply = do_get(each.request);
        return;
    }
    case operation_kind::query: {
        auto& each = static_cast<query_operation&>(what);
        each.reply = do_query(each.request);
        return;
    }
    case operation_kind::scan: {
        auto& each = static_cast<scan_operation&>(what);
        each.reply = do_scan(each.request);
        return;
    }
    case operation_kind::batch_get: {
        auto& each = static_cast<batch_get_operation&>(what);
        each.reply = do_batch_get(each.request);
        return;
    }
    case operation_kind::batch_write: {
        auto& each = static_cast<batch_write_operation&>(what);
        each.reply = do_batch_write(each.request);
        return;
    }
    case operation_kind::transact_get: {
        auto& each = static_cast<transact_get_operation&>(what);
        each.reply = do_transact_get(each.request);
        return;
    }
    case operation_kind::transact_write: {
        auto& each = static_cast<transact_write_operation&>(what);
        each.reply = do_transact_write(each.request.actions, each.request.token);
        return;
    }
    case operation_kind::create_table: {
        auto& each = static_cast<create_table_operation&>(what);
        each.reply = do_create_table(each.request.table, each.request.settings);
        return;
    }
    case operation_kind::describe: {
        auto& each = static_cast<describe_operation&>(what);
        each.reply = do_describe(each.request);
        return;
    }
    case operation_kind::status: {
        auto& each = static_cast<status_operation&>(what);
        each.reply = do_status(each.request);
        return;
    }
    case operation_kind::tables: static_cast<tables_operation&>(what).reply = do_tables(); return;
    case operation_kind::add_index: {
        auto const& each = static_cast<add_index_operation&>(what);
        return do_add_index(each.request.table, each.request.index);
    }
    case operation_kind::drop_index: {
        auto const& each = static_cast<drop_index_operation&>(what);
        return do_drop_index(each.request.table, each.request.index);
    }
    case operation_kind::change_settings: {
        auto const& each = static_cast<change_settings_operation&>(what);
        return do_change_settings(each.request.table, each.request.settings);
    }
    case operation_kind::delete_table: return do_delete_table(static_cast<delete_table_operation&>(what).request);
    case operation_kind::sweep: {
        auto& each = static_cast<sweep_operation&>(what);
        each.reply = do_sweep(each.request);
        return;
    }
    case operation_kind::streams: {
        auto& each = static_cast<streams_operation&>(what);
        each.reply = do_streams(each.request);
        return;
    }
    case operation_kind::read_stream: {
        auto& each = static_cast<read_stream_operation&>(what);
        each.reply = do_read_stream(each.request);
        return;
    }
    }
}

} // namespace monotable
