// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/operation.hpp>
#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/local/local.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/engine.hpp>
#include <monotable/sqlite/read_only.hpp>

#include <memory>
#include <mutex>
#include <utility>

namespace monotable::detail {

// The tables, their sizes and the ends of the streams are those of one moment.
inline std::shared_ptr<backend> open_snapshot(std::shared_ptr<sqlite_writer> const& file, clock_function const& clock,
                                              stream_options const& streams) {
    auto& connection = file->connection();
    connection.execute("BEGIN");
    try {
        auto out = std::make_shared<local<sqlite_engine>>(clock, streams, file);
        connection.roll_back();
        return out;
    } catch (...) {
        connection.roll_back();
        throw;
    }
}

MONOTABLE_INLINE read_only_store::read_only_store(std::shared_ptr<sqlite_writer> file, clock_function const& clock,
                                                  stream_options const& streams)
    : forwarding_backend(open_snapshot(file, clock, streams)),
      file_(std::move(file)),
      clock_(clock),
      streams_(streams) {}

MONOTABLE_INLINE void read_only_store::perform(operation const& what) {
    auto const store = current();
    switch (what.kind) {
    case operation_kind::create_table: // has no effect if the table exists
        for (auto const& each : store->tables())
            if (each == what.request<calls::create_table>().table.name) return store->perform(what);
        break;
    case operation_kind::write:
    case operation_kind::batch_write:
    case operation_kind::transact_write:
    case operation_kind::add_index:
    case operation_kind::drop_index:
    case operation_kind::change_settings:
    case operation_kind::delete_table: break;
    default: return store->perform(what);
    }
    throw store_error(store_fault::denied, file_->file().path() + " is open for reading only");
}

MONOTABLE_INLINE std::shared_ptr<backend> read_only_store::current() {
    std::lock_guard const lock(mutex_);
    auto const version = file_->connection().number("PRAGMA data_version"); // changes with each commit elsewhere
    if (store_ == nullptr || version != version_) {
        store_ = open_snapshot(file_, clock_, streams_);
        version_ = version;
    }
    return store_;
}

} // namespace monotable::detail
