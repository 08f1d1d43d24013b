// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/changes/change.hpp>
#include <monotable/violation/changes.hpp>
#include <monotable/changes/consumer_core.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/store/store.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

struct run_options {
    std::size_t batch = 100; ///< the number of records that are read and committed together
    std::chrono::milliseconds poll = std::chrono::seconds(1); ///< the time to wait if there were no records
};

/// Reads the changes of a table in batches, those of each item in order. The checkpoint is stored under the consumer's
/// name in a table, so that a program that is interrupted at any point continues after its last commit: each record is
/// delivered at least once. If the backend divides a stream into shards, open shards are read in turns, and a shard
/// after its parent.
///
/// Consumers with different names are independent. Several instances of one consumer read independently; a commit fails
/// if another instance has committed first. Not thread-safe. Throws store_error if the backend rejects a request or
/// fails, and if records have expired that were not read.
template <class Table>
class consumer {
  public:
    /// Starts after the last commit of the consumer with this name or, if the name is new, at the start that the
    /// options specify.
    template <class... Tables>
    consumer(store<Tables...> const& db, std::string_view name, consumer_options options = {})
        : core_(make<Tables...>(db, name, std::move(options))) {}

    std::string_view name() const noexcept { return core_->name(); }

    /// Returns the records after the last commit, at most `limit` (0 means 1000). Until the next commit or seek it
    /// returns the same ones again, and newer ones. Empty if there are none yet.
    std::vector<change<Table>> read(std::size_t limit = 0) {
        std::vector<change<Table>> result;
        for (auto& each : core_->read(limit)) result.emplace_back(std::move(each));
        return result;
    }

    /// Commits all records of the last read. False, with nothing changed, if another instance has committed since; the
    /// next read then starts at its position.
    bool commit() { return core_->commit(); }
    /// Commits the records up to this one, in the order of the last read. Returns true, with nothing changed, if it was
    /// not one of them.
    bool commit(change<Table> const& done) { return core_->commit(done.position()); }

    /// Changes the position and commits it: the next read starts with the oldest record, after the newest, with the
    /// record at this position, or with the first one that is not older than a time. In shards other than that of the
    /// position, it starts with the first record that is not older than the one at the position.
    bool seek(detail::stream_end to) { return core_->seek(to); }
    bool seek(detail::change_position const& to) { return core_->seek(to); }
    bool seek(timestamp time) { return core_->seek(time); }

    /// Reads a batch, calls handler(change<Table> const&) for each record, and commits. Returns the number of records.
    /// If the handler throws, the preceding records are committed, the exception is rethrown, and the record is
    /// delivered again.
    template <class Handler>
    std::size_t run_once(Handler&& handler, std::size_t limit = run_options{}.batch) {
        return handle([] { return false; }, handler, limit);
    }

    /// Repeats run_once until stop() returns true; calls stop() before each batch and each record.
    template <class Stop, class Handler>
    void run(Stop&& stop, Handler&& handler, run_options options = {}) {
        while (!stop())
            if (handle(stop, handler, options.batch) == 0 && !stop()) std::this_thread::sleep_for(options.poll);
    }

  private:
    template <class... Tables>
    static std::unique_ptr<detail::consumer_core> make(store<Tables...> const& db, std::string_view name,
                                                       consumer_options options) {
        if constexpr (!detail::valid_table<Table>()) {
        } else if constexpr (!(std::is_same_v<Table, Tables> || ...)) {
            static_cast<void>(detail::report<detail::change_rule::not_in_store, Table, store<Tables...>>());
        } else if constexpr (Table::data.stream == detail::stream_images::none) {
            static_cast<void>(detail::report<detail::change_rule::no_stream, Table>());
        } else {
            return std::make_unique<detail::consumer_core>(db.implementation(), Table::data.name, name,
                                                           std::move(options));
        }
        return nullptr;
    }

    template <class Stop, class Handler>
    std::size_t handle(Stop&& stop, Handler& handler, std::size_t limit) {
        if constexpr (!std::is_invocable_v<Handler&, change<Table> const&>) {
            static_cast<void>(detail::report<detail::change_rule::not_a_handler, Table, Handler>());
            return 0;
        } else {
            auto const batch = read(limit);
            std::size_t handled = 0;
            try {
                for (; handled != batch.size() && !stop(); ++handled) handler(batch[handled]);
            } catch (...) {
                if (handled != 0) commit_quietly(batch[handled - 1]);
                throw;
            }
            if (handled == batch.size()) commit();
            else if (handled != 0) commit(batch[handled - 1]);
            return handled;
        }
    }

    /// Ignores errors, so that the caller receives the handler's exception.
    void commit_quietly(change<Table> const& done) noexcept {
        try {
            commit(done);
        } catch (...) { // the records are delivered again
        }
    }

    std::unique_ptr<detail::consumer_core> core_;
};

} // namespace monotable
