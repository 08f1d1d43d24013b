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

/// Does a write with its derived writes. It plans a write set, reads what the plan has missed, all at once, and plans again until
/// nothing is missing; then it commits the set. Where others have changed meanwhile what the plan was made from, it begins anew,
/// as often as the policy says. A derived class says what is planned, and what becomes of the result.
class execution : public procedure {
  public:
    /// Throws store_error where the store fails, or does not do what it is asked for; bad_value for what cannot be stored.
    procedure_step advance() final;

  protected:
    explicit execution(retry_policy const& retry, bool transaction = false);

    write_set& set() noexcept { return set_; }

    /// Fills the empty set with the writes of one attempt. Called again after what it has missed was read.
    virtual void plan() = 0;
    /// The set was committed (done), or nothing of it can be (refused). Called again where it misses something.
    virtual void finish(write_set::result result) = 0;
    /// Others were faster each time.
    virtual void give_up(unsigned attempts) = 0;

    virtual std::string_view token() const { return {}; }
    /// A plan was refused: a call whose success says that it was done before, under the same token; nullptr: there is none.
    virtual pending_call* probe() { return nullptr; }
    /// True if the probe says so. Throws what else it has failed with.
    virtual bool was_done() { return false; }
    /// True if this failure of a commit says that it was done before.
    virtual bool is_repetition(store_error const&) const { return false; }

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
    backoff throttled_; ///< requests to read of which the store did nothing
    state state_ = state::planning, after_reading_ = state::planning;
    bool pauses_ = false;
    write_set::result result_ = write_set::result::done;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/execution.ipp>
#endif
