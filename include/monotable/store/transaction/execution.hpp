// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/write/action_planner.hpp>
#include <monotable/store/write/execution.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// One action of a transaction. `write` is its intent or, if it has a plan function, the entity and the key for messages.
struct write_action {
    write_intent write;
    /// Adds the writes of the action with their derived writes; called after all actions without a plan function are added.
    void (*plan)(action_planner&, write_action const&, std::size_t action) = nullptr;
    std::shared_ptr<void const> owner = {}; ///< of the data that it borrows
};

/// The outcome of a transaction.
struct transaction_report {
    bool done = false;
    std::vector<typed_outcome> actions;

    /// The text of the errors, which names each action that failed.
    std::string text() const;

    void or_throw() const;

    /// The outcome of one action.
    typed_outcome outcome(std::size_t action) const;
};

[[noreturn]] void refuse_second_commit();

/// A transaction as a procedure.
class transaction_execution final : public execution {
  public:
    /// Borrows the actions, which are not empty. Throws store_error for more than 100, and for a token of more than 36 bytes.
    transaction_execution(array_view<write_action> actions, std::string_view token, retry_policy const& retry);
    /// Owns the actions.
    transaction_execution(std::vector<write_action>&& actions, std::string_view token, retry_policy const& retry);

    /// The outcome. REQUIRES: the procedure has ended, and the function was not called before.
    transaction_report outcome() { return std::move(report_); }

  private:
    void plan() override;
    void finish(write_set::result result) override;
    void give_up(unsigned attempts) override;
    std::string_view token() const override { return token_; }
    pending_call* probe() override;
    bool was_done() override;
    bool is_repetition(store_error const& failure) const override;

    /// The common part of the constructors.
    void begin();

    /// True if a repetition with the same arguments may send other requests.
    bool varies() const;

    /// The token for a transaction whose requests depend on stored items, for which the backend cannot recognize a repetition.
    std::string token_of_arguments() const;

    /// True if the arguments determine the attribute: it is neither a time nor a composed key.
    static bool is_given(write_intent const& what, std::string_view attribute);

    /// Calls f(action, item) for each action that is not among those that failed, but may fail as well.
    template <class F>
    void each_other(F const& f);

    void take(typed_outcome& to, write_failure& why);

    void take_images(typed_outcome& to, action_images& images, std::size_t action) const;

    std::vector<write_action> owned_;
    array_view<write_action> actions_;
    std::string token_;
    bool varies_ = false;
    std::optional<action_planner> planner_;
    transaction_report report_;

    // A transaction that always fails: the backend checks the token first.
    item probe_key_;
    expression probe_condition_;
    write_request probe_;
    transaction_request probe_request_;
    transaction_outcome probe_reply_;
    pending_call probe_call_ = {};
};

/// Performs a transaction.
transaction_report transact(backend& store, array_view<write_action> actions, std::string_view token,
                            retry_policy const& retry);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/transaction/execution.ipp>
#endif
