// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/known_reads.hpp>
#include <monotable/store/write/planned_write.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/write_error.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The plan of one attempt: the requested writes and their derived writes, one write per item, which are committed together. It
/// depends on known reads. A missing read is recorded, and planning continues as if nothing were stored; the plan is then
/// incomplete, and is repeated after the missing reads.
class write_set {
  public:
    explicit write_set(known_reads& reads, bool transaction = false) : reads_(reads), transaction_(transaction) {}
    write_set(write_set const&) = delete;
    write_set& operator=(write_set const&) = delete;

    known_reads& reads() noexcept { return reads_; }
    bool is_incomplete() const noexcept { return reads_.is_incomplete(); }

    /// The clock for times in the writes.
    clock_function clock = milliseconds_now<>;

    /// True for a transaction of the user's, even if it has one write.
    bool is_transaction() const noexcept { return transaction_; }

    /// The stored item, read consistently and once in an attempt; null if it does not exist or is not known. Valid until the end
    /// of the attempt.
    item const* read(entity_data const& entity, item_view key) { return reads_.find(entity, key); }
    /// True if the item has been read.
    bool knows(entity_data const& entity, item_view key) const { return reads_.knows(entity, key); }

    /// The item after the current writes of the set; null if it does not exist or is not known.
    item const* read_pending(entity_data const& entity, item_view key);

    /// The write of the item; null if the set has none.
    planned_write* find(entity_data const& entity, item_view key);

    planned_write& operator[](std::size_t write) { return writes_[write]; }
    std::size_t size() const noexcept { return writes_.size(); }

    /// The number of additions and merges of writes that change items.
    std::size_t additions() const noexcept { return additions_; }

    /// Adds a write. If the set has a write of the same item, merges them, as if the new one followed. Returns its position.
    std::size_t add(planned_write write);

    /// True for a derived write that changes single attributes of an item.
    bool is_derived(std::size_t write) const noexcept {
        return !writes_[write].main && writes_[write].kind == write_kind::update;
    }

    /// Adds the condition that the attribute of the item is unchanged since it was read.
    void guard(std::size_t write, std::string_view attribute);
    /// Adds the condition that the attribute of the change's item is unchanged since it was read.
    void guard(entity_change const& change, std::string_view attribute) { guard(change.write, attribute); }

    /// Rejects the set because of an action: nothing is written. Has no effect on an incomplete plan, which may be wrong.
    void refuse(write_failure why) {
        if (!is_incomplete()) failures_.push_back(std::move(why));
    }
    bool is_refused() const noexcept { return !failures_.empty(); }
    std::vector<write_failure>& failures() noexcept { return failures_; }

    /// Abandons the attempt for another one, because the reads are inconsistent with each other, such as those of an index that
    /// is not up to date.
    void plan_again() noexcept { is_stale_ = true; }
    bool is_stale() const noexcept { return is_stale_; }

    /// Sets a part that is committed by itself before the rest is planned again, because the whole exceeds the limits of a
    /// transaction.
    void commit_first(std::unique_ptr<write_set> part) noexcept { part_ = std::move(part); }
    /// That part; null if the plan is not divided.
    write_set* part() const noexcept { return part_.get(); }

    /// True if the plan must be divided, because the whole has exceeded the limits of a transaction.
    bool is_divided() const noexcept { return is_divided_; }
    void divide() noexcept { is_divided_ = true; }
    /// Declares that the plan can be divided.
    void mark_divisible() noexcept { is_divisible_ = true; }
    bool is_divisible() const noexcept { return is_divisible_; }

    /// Removes the writes, for another plan. Keeps the known reads.
    void clear();

    enum class result : std::uint8_t { done, refused, changed };

    /// The call that commits the writes atomically. Throws store_error if they exceed the limits of a transaction. REQUIRES:
    /// complete, not rejected, not empty.
    procedure_step commit(std::string_view token = {});
    /// The result of that call. `changed`: the data that the writes were planned from has changed; the known reads are then the
    /// items that failed writes have returned. Throws the error of the call; bad_value for values that cannot be stored.
    result take();
    /// The reply of the store, after a successful commit of a single write.
    write_outcome& outcome() noexcept { return single_; }

    /// The action of the first write that failed, after a commit with the result `changed`.
    std::size_t contended() const noexcept { return contended_; }

    static constexpr std::size_t max_writes = 100;

  private:
    static expression_view usable_update(planned_write const& write) {
        return write.update.view().node_count() <= 1 ? expression_view() : write.update.view();
    }

    static bool has_key(planned_write const& write, item_view key);

    static void add_guard(planned_write& write, item_view before, path_view path);

    static write_request request_of(planned_write const& write, expression const& condition);

    /// Distinguishes failures that reject the set from those of guards on data that has changed.
    result classify_failures(transaction_outcome& outcome);

    static write_failure reason_of(planned_write const& write, std::optional<item> const& there);

    /// Merges a write into `to`, as if it followed.
    void join(planned_write& to, planned_write&& write);

    /// Copies to the put the attributes of the stored item that it would preserve and that the update changes, and guards them.
    void keep_updated(planned_write& put, expression_view update);

    /// Merges a condition into `to` that must hold for the item after the write.
    void join_condition(planned_write& to, planned_write& condition);

    static void take_expectation(planned_write& to, planned_write const& from);

    [[noreturn]] void refuse_too_many() const;

    known_reads& reads_;
    bool transaction_;
    bool is_stale_ = false, is_divided_ = false, is_divisible_ = false;
    std::vector<planned_write> writes_;
    std::vector<write_failure> failures_;
    std::size_t additions_ = 0;
    std::size_t contended_ = 0;
    std::vector<std::unique_ptr<item>> pending_;
    std::unique_ptr<write_set> part_;

    // The commit.
    std::vector<expression> conditions_;
    std::vector<write_request> requests_;
    calls::transact_write::request transaction_request_;
    write_outcome single_;
    transaction_outcome outcome_;
    pending_call call_ = {};
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/write_set.ipp>
#endif
