// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/changes/change.hpp>
#include <monotable/changes/change_report.hpp>
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
    std::size_t batch = 100;                                  ///< records read, and committed, at once
    std::chrono::milliseconds poll = std::chrono::seconds(1); ///< how long to wait when there was nothing to read
};

/// Reads the changes of a table in batches, those of each item in order. Where it is, is kept under its name in a table of
/// checkpoints, so that a program that ends at any point goes on where it last committed: each record is handled at least once.
/// Where the backend divides a stream into shards, it reads all that are open in turns, and a shard after its parent.
///
/// Consumers of other names do not concern it. Of several instances of one consumer each reads for itself, and those that did
/// not commit first are refused. A consumer is used by one thread at a time. Exceptions: store_error when the backend
/// refuses or fails, and when records that were not read are no longer kept.
template <class Table>
class consumer {
  public:
    /// Begins where the consumer of this name has last committed; if the name is new, where the options say.
    template <class... Tables>
    consumer(store<Tables...> const& db, std::string_view name, consumer_options options = {})
        : core_(make<Tables...>(db, name, std::move(options))) {}

    std::string_view name() const noexcept { return core_->name(); }

    /// The records behind the last commit, at most `limit` of them (0: 1000). Until the next commit or seek it gives the same
    /// ones again, and newer ones. Empty: there is none yet.
    std::vector<change<Table>> read(std::size_t limit = 0) {
        std::vector<change<Table>> result;
        for (auto& each : core_->read(limit)) result.emplace_back(std::move(each));
        return result;
    }

    /// All that was read last is done. False, and nothing is changed: another instance has committed since; the next read
    /// begins where that one is.
    bool commit() { return core_->commit(); }
    /// All up to this one is done, in the order of the last read; true, and nothing is changed, if it was not among those.
    bool commit(change<Table> const& done) { return core_->commit(done.position()); }

    /// Goes to a place as a commit does: the next read begins with the oldest record, behind the newest, with the one of this
    /// position, or with the first that is not older. Of shards other than that of the position, with the first that is not
    /// older than its record.
    bool seek(stream_end to) { return core_->seek(to); }
    bool seek(change_position const& to) { return core_->seek(to); }
    bool seek(timestamp time) { return core_->seek(time); }

    /// Reads a batch, calls handler(change<Table> const&) for each, and commits. Returns how many there were. When the handler
    /// throws, what was handled before is committed, and the record comes again.
    template <class Handler>
    std::size_t run_once(Handler&& handler, std::size_t limit = run_options{}.batch) {
        return handle([] { return false; }, handler, limit);
    }

    /// Does that until stop() returns true, which is asked before each batch and each record.
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
            static_cast<void>(detail::report_other_store<Table, store<Tables...>>::fail());
        } else if constexpr (Table::data.stream == detail::stream_images::none) {
            static_cast<void>(detail::report_no_stream<Table>::fail());
        } else {
            return std::make_unique<detail::consumer_core>(db.implementation(), Table::data.name, name,
                                                           std::move(options));
        }
        return nullptr;
    }

    template <class Stop, class Handler>
    std::size_t handle(Stop&& stop, Handler& handler, std::size_t limit) {
        if constexpr (!std::is_invocable_v<Handler&, change<Table> const&>) {
            static_cast<void>(detail::report_no_handler<Table, Handler>::fail());
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

    /// The handler's exception is the one that the caller is to see.
    void commit_quietly(change<Table> const& done) noexcept {
        try {
            commit(done);
        } catch (...) { // the records come again
        }
    }

    std::unique_ptr<detail::consumer_core> core_;
};

} // namespace monotable
