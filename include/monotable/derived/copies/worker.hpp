// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/changes/consumer.hpp>
#include <monotable/derived/copies/changes.hpp>
#include <monotable/derived/copies/model.hpp>
#include <monotable/store/store.hpp>
#include <monotable/violation/changes.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace monotable {

namespace detail {

constexpr bool any_by_stream(array_view<derived_data const*> relations) {
    for (derived_data const* const each : relations)
        if (!each->in_transaction) return true;
    return false;
}

} // namespace detail

/// Maintains the copies and totals that Table declares as by_stream. It reads the table's stream as a consumer does, with a durable
/// checkpoint, so that it can end at any point and another one continues. Records may be processed twice, without effect.
/// Copies and totals between two tables need a worker for each of them.
///
/// Several workers with the same name may run, so that one can take over from another; they do not share the work. A worker is
/// used by one thread at a time. Throws store_error if the backend fails; the records are then delivered again.
///
/// A copy or total that cannot be reconciled, because an item does not fit its struct or a copy would violate a unique<>, does not
/// prevent the rest of its batch: a worker_failure is passed to the handler or, without one, a bad_item is thrown after the batch
/// is committed, so that the next call continues after it. This worker retries it with each later batch, without reporting it
/// again; afterwards it is reconciled when its item or source changes, or by reconcile.
template <class Table>
class worker {
  public:
    /// Starts at the checkpoint of this name; if there is none, with the oldest record that is kept.
    template <class... Tables>
    explicit worker(store<Tables...> const& db, std::string_view name = "monotable-worker",
                    std::string checkpoints = consumer_options{}.checkpoints)
        : store_(db.implementation()),
          retry_(db.retry()),
          reader_(db, name,
                  {.trimmed = when_trimmed::restart, .start = oldest, .checkpoints = std::move(checkpoints)}) {}

    /// Processes at most `limit` changes (0: 1000). Returns their number.
    std::size_t run_once(std::size_t limit = run_options{}.batch) {
        auto const ignore = [](worker_failure const&) {};
        auto const count = follow(limit, ignore);
        if (count != 0) followed_.or_throw();
        return count;
    }
    /// Calls on_failure(worker_failure const&) before the batch is committed, and therefore again after a crash in between. If it
    /// throws, the records are delivered again.
    template <class OnFailure>
    std::size_t run_once(std::size_t limit, OnFailure&& on_failure) {
        return follow(limit, on_failure);
    }

    /// Calls run_once() until stop() returns true, which is called before each batch.
    template <class Stop>
    void run(Stop&& stop, run_options options = {}) {
        while (!stop())
            if (run_once(options.batch) == 0 && !stop()) std::this_thread::sleep_for(options.poll);
    }
    template <class Stop, class OnFailure>
    void run(Stop&& stop, run_options options, OnFailure&& on_failure) {
        while (!stop())
            if (follow(options.batch, on_failure) == 0 && !stop()) std::this_thread::sleep_for(options.poll);
    }

    /// The number of changes that are not yet processed, including its own, but at most `limit`.
    std::size_t backlog(std::size_t limit = 1000) { return reader_.read(limit).size(); }

  private:
    template <class OnFailure>
    std::size_t follow(std::size_t limit, OnFailure& on_failure) {
        if constexpr (!valid()) {
            return 0;
        } else {
            auto const batch = reader_.read(limit);
            if (batch.empty()) {
                reader_.commit();
                return 0;
            }
            detail::derived_changes changes(detail::derived_relations_of<Table>());
            changes.add_failed(followed_);
            for (auto const& each : batch) {
                if (each.after_gap()) changes.add_all(*store_);
                changes.add(Table::data.name, each.record());
            }
            changes.settle(*store_, retry_);
            for (auto const& each : changes.failures())
                if (!changes.is_repeated(each)) on_failure(each);
            reader_.commit();
            followed_ = std::move(changes);
            return batch.size();
        }
    }

    static constexpr bool valid() {
        if constexpr (!detail::valid_derived<Table>()) return false;
        else if constexpr (!detail::any_by_stream(detail::derived_relations_of<Table>()))
            return detail::report<detail::change_rule::idle_worker, Table>();
        else return true;
    }

    std::shared_ptr<backend> store_;
    retry_policy retry_;
    consumer<Table> reader_;
    detail::derived_changes followed_{detail::array_view<detail::derived_data const*>()}; ///< of the last batch
};

} // namespace monotable
