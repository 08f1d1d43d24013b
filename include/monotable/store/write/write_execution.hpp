// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/store/write/action_planner.hpp>
#include <monotable/store/write/execution.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/write_result.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace monotable::detail {

/// One write of any kind, with its derived writes, as a procedure.
class write_execution final : public execution {
  public:
    /// Borrows the intent.
    write_execution(write_intent const& what, retry_policy const& retry);
    /// `owner`: owns the data that the intent borrows, unless the caller does.
    write_execution(write_intent&& what, retry_policy const& retry, std::shared_ptr<void const> owner = {});

    /// The outcome. REQUIRES: the procedure has ended, and the function was not called before.
    typed_outcome outcome() { return std::move(outcome_); }

  private:
    MONOTABLE_INLINE void plan() override;
    MONOTABLE_INLINE void finish(write_set::result result) override;
    MONOTABLE_INLINE void give_up(unsigned attempts) override;

    std::shared_ptr<void const> owner_;
    std::optional<write_intent> owned_;
    write_intent const& what_;
    std::optional<action_planner> planner_;
    typed_outcome outcome_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/write_execution.ipp>
#endif
