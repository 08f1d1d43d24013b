// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/write/planned_writes.hpp>
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

class transaction_engine {
  public:
    transaction_engine(backend& store, array_view<write_action> actions, std::string_view token);

    transaction_report run();

  private:
    write_set::result attempt_with(write_set& set, write_plan& plan);

    static write_set::result done_before(write_set& set) {
        set.failures().clear();
        return write_set::result::done;
    }

    /// Whether the same arguments may make other requests the next time.
    bool varies() const;

    /// Whether a transaction that could not be planned now was done under its token before. Asks for what cannot be done:
    /// the store looks at the token first.
    bool was_done();

    /// Of a transaction whose requests depend on what is there: the store could not tell a repetition from other actions.
    std::string token_of_arguments() const;

    /// The attribute comes from the arguments: no time, and no key that is made of others.
    static bool is_given(prepared_write const& what, std::string_view attribute);

    /// What was refused before the store was asked, or for one action, does not say what stands in the way of others.
    void find_others(write_set& set, transaction_report& report);

    void take(typed_outcome& to, write_failure& why);

    void take_images(typed_outcome& to, action_images& images, std::size_t action) const;

    backend& store_;
    array_view<write_action> actions_;
    std::string token_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/transaction/engine.ipp>
#endif
