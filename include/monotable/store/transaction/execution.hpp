// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/write/action_planner.hpp>
#include <monotable/store/write/execution.hpp>
#include <monotable/store/write/prepared_write.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// One action of a transaction. `write` is what it does or, where it has a plan of its own, names the entity and the key that
/// messages are about.
struct write_action {
    prepared_write write;
    /// Adds what the action does, and what that brings with it; after all actions without a plan of their own.
    void (*plan)(write_set&, write_action const&, std::size_t action) = nullptr;
    std::shared_ptr<void const> owner = {}; ///< of what it borrows
};

/// What became of a transaction.
struct transaction_report {
    bool done = false;
    std::vector<typed_outcome> actions;

    /// Names each action that was refused.
    std::string text() const;

    void or_throw() const;

    /// What became of one action.
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

    /// What became of it. Requires that the procedure is done. To be called once.
    transaction_report outcome() { return std::move(report_); }

  private:
    void plan() override;
    void finish(write_set::result result) override;
    void give_up(unsigned attempts) override;
    std::string_view token() const override { return token_; }
    pending_call* probe() override;
    bool was_done() override;
    bool is_repetition(store_error const& failure) const override;

    /// What both constructors do.
    void begin();

    /// True if the same arguments may make other requests the next time.
    bool varies() const;

    /// For a transaction whose requests depend on what is stored: the store could not tell a repetition from other actions.
    std::string token_of_arguments() const;

    /// The attribute comes from the arguments: it is neither a time nor a key that is made of others.
    static bool is_given(prepared_write const& what, std::string_view attribute);

    /// Calls f(action, item) for each action that a refusal of others does not concern, and that may be refused itself.
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

    // A call that cannot be done: the store looks at the token first.
    item probe_key_;
    expression probe_condition_;
    write_request probe_;
    transaction_request probe_request_;
    transaction_outcome probe_reply_;
    pending_call probe_call_ = {};
};

/// Does a transaction.
transaction_report transact(backend& store, array_view<write_action> actions, std::string_view token,
                            retry_policy const& retry);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/transaction/execution.ipp>
#endif
