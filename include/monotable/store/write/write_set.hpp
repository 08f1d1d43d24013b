// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/consequence.hpp>
#include <monotable/store/write/known_reads.hpp>
#include <monotable/store/write/owned_write.hpp>
#include <monotable/store/write/prepared_write.hpp>
#include <monotable/store/write/write_error.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The plan of one attempt: the writes that were asked for and their derived writes, one write per item, which are committed
/// at once. It is planned from what is known. Where something is not known, that is recorded, and planning continues as if
/// nothing were stored; the plan is then incomplete, and made anew after the missing reads.
class write_set {
  public:
    explicit write_set(known_reads& reads, bool transaction = false) : reads_(reads), transaction_(transaction) {}
    write_set(write_set const&) = delete;
    write_set& operator=(write_set const&) = delete;

    known_reads& reads() noexcept { return reads_; }
    bool is_incomplete() const noexcept { return reads_.is_incomplete(); }

    /// Gives the writes in it their time.
    clock_function clock = milliseconds_now<>;

    /// It is a transaction of the user's, even if it is one write.
    bool is_transaction() const noexcept { return transaction_; }

    /// The item that is stored, read consistently and once in an attempt; nullptr if there is none or it is not known. Good until
    /// the end of the attempt.
    item const* read(entity_data const& entity, item_view key) { return reads_.find(entity, key); }
    /// True if the item has been read.
    bool knows(entity_data const& entity, item_view key) const { return reads_.knows(entity, key); }

    /// What will be there after the writes that are in the set so far.
    item const* read_pending(entity_data const& entity, item_view key);

    /// nullptr: no write of that item is in the set.
    owned_write* find(entity_data const& entity, item_view key);

    owned_write& operator[](std::size_t write) { return writes_[write]; }
    std::size_t size() const noexcept { return writes_.size(); }

    /// How often a write that changes something was added or joined.
    std::size_t additions() const noexcept { return additions_; }

    /// Adds a write, or joins it with that of the same item which is in the set, as if it came after it. Returns its place.
    std::size_t add(owned_write write);

    /// It comes of another write, and changes single attributes of an item.
    bool is_derived(std::size_t write) const noexcept {
        return !writes_[write].main && writes_[write].kind == write_kind::update;
    }

    /// The write is done only if the attribute of the item is as it was read.
    void guard(std::size_t write, std::string_view attribute);
    /// The change takes place only if the attribute of its item is as it is in `before`.
    void guard(entity_change const& change, std::string_view attribute) { guard(change.write, attribute); }

    /// The action cannot be done: nothing is written. Has no effect on an incomplete plan, which may be wrong about that.
    void refuse(write_failure why) {
        if (!is_incomplete()) failures_.push_back(std::move(why));
    }
    bool is_refused() const noexcept { return !failures_.empty(); }
    std::vector<write_failure>& failures() noexcept { return failures_; }

    /// What was read does not agree with itself, as where an index lags: the attempt is given up, and another one made.
    void plan_again() noexcept { is_stale_ = true; }
    bool is_stale() const noexcept { return is_stale_; }

    /// A part of the work that is committed by itself before the rest is planned again: where all of it is more than a
    /// transaction takes.
    void commit_first(std::unique_ptr<write_set> part) noexcept { part_ = std::move(part); }
    /// nullptr: the plan is not divided.
    write_set* part() const noexcept { return part_.get(); }

    /// The plan may be divided, and is to be: as a whole it was more than a transaction takes.
    bool is_divided() const noexcept { return is_divided_; }
    void divide() noexcept { is_divided_ = true; }
    /// The plan could be divided.
    void mark_divisible() noexcept { is_divisible_ = true; }
    bool is_divisible() const noexcept { return is_divisible_; }

    /// For another plan. Keeps what is known.
    void clear();

    enum class result : std::uint8_t { done, refused, changed };

    /// The call that commits the writes, all or none. Throws store_error for more than a transaction takes. REQUIRES: complete,
    /// not refused, not empty.
    procedure_step commit(std::string_view token = {});
    /// The result of that call. changed: what the writes were planned from is not so any more; what the failed ones have found
    /// is all that is known then. Throws what the call has failed with; bad_value for what cannot be stored.
    result take();
    /// After a commit of a single write that is done: what the store returned.
    write_outcome& outcome() noexcept { return single_; }

    /// After a commit that was `changed`: the action of the first write that was in others' way.
    std::size_t contended() const noexcept { return contended_; }

    static constexpr std::size_t max_writes = 100;

  private:
    static expression_view usable_update(owned_write const& write) {
        return write.update.view().node_count() <= 1 ? expression_view() : write.update.view();
    }

    static bool has_key(owned_write const& write, item_view key);

    static void add_guard(owned_write& write, item_view before, path_view path);

    static write_request request_of(owned_write const& write, expression const& condition);

    /// Which of the writes that failed refuse the whole, and which were only planned from something that has changed.
    result classify_failures(transaction_outcome& outcome);

    static write_failure reason_of(owned_write const& write, std::optional<item> const& there);

    /// Makes `to` do what both do one after the other.
    void join(owned_write& to, owned_write&& write);

    /// The put has those attributes of the item there that it leaves alone and the update changes; they are to be as they were.
    void keep_updated(owned_write& put, expression_view update);

    /// The condition is to hold for what the write leaves.
    void join_condition(owned_write& to, owned_write& condition);

    static void take_expectation(owned_write& to, owned_write const& from);

    [[noreturn]] void refuse_too_many() const;

    known_reads& reads_;
    bool transaction_;
    bool is_stale_ = false, is_divided_ = false, is_divisible_ = false;
    std::vector<owned_write> writes_;
    std::vector<write_failure> failures_;
    std::size_t additions_ = 0;
    std::size_t contended_ = 0;
    std::vector<std::unique_ptr<item>> pending_;
    std::unique_ptr<write_set> part_;

    // The commit.
    std::vector<expression> conditions_;
    std::vector<write_request> requests_;
    transaction_request transaction_request_;
    write_outcome single_;
    transaction_outcome outcome_;
    pending_call call_ = {};
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/write_set.ipp>
#endif
