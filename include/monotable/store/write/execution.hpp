// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/store/write/known_reads.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstdint>
#include <string_view>

namespace monotable::detail {

/// Performs a write with its derived writes: plans a write set, reads all data that the plan lacked in one step, plans again until
/// nothing is missing, and commits the set. If the data that the plan depends on has changed concurrently, it starts over, as often
/// as the policy permits. Derived classes define the plan and process the result.
class execution : public procedure {
  public:
    /// Throws store_error if the store fails or makes no progress; bad_value for values that cannot be stored.
    procedure_step advance() final;

  protected:
    explicit execution(retry_policy const& retry, bool transaction = false);

    write_set& set() noexcept { return set_; }

    /// Fills the empty set with the writes of one attempt. Called again after missing data was read.
    virtual void plan() = 0;
    /// Called when the set was committed (done), or cannot be committed (refused). Called again after missing data was read.
    virtual void finish(write_set::result result) = 0;
    /// Called when all attempts have failed because of concurrent writes.
    virtual void give_up(unsigned attempts) = 0;

    virtual std::string_view token() const { return {}; }
    /// Called when a plan was rejected: a call that succeeds if the write was performed before with the same token; null if there
    /// is none.
    virtual pending_call* probe() { return nullptr; }
    /// True if the probe has succeeded. Throws other failures of the probe.
    virtual bool was_done() { return false; }
    /// True if this failure of a commit shows that the write was performed before.
    virtual bool is_repetition(store_error const&) const { return false; }

    /// True if the write was performed before with its token: the plan is of another state.
    bool is_repeated() const noexcept { return is_repeated_; }

  private:
    enum class state : std::uint8_t { planning, reading, committing, probing, finishing, over };

    procedure_step plan_attempt();
    procedure_step take_reads();
    procedure_step take_commit();
    procedure_step take_result(write_set::result result);
    procedure_step end();
    procedure_step fail_attempt();
    procedure_step read_missing(state next);

    known_reads reads_;
    write_set set_;
    backoff backoff_;
    backoff throttled_; ///< for reads of which the store processed nothing
    state state_ = state::planning, after_reading_ = state::planning;
    bool pausing_ = false;
    bool is_repeated_ = false;
    write_set::result result_ = write_set::result::done;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/execution.ipp>
#endif
