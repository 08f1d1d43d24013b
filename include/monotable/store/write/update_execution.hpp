// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/updater.hpp>

#include <cstdint>
#include <optional>

/// Updates without derived writes, separate so that programs without derived writes do not compile their planning.
namespace monotable::detail {

/// Throws store_error: the write has failed in each attempt because of concurrent writes.
typed_outcome refused_by_contention(write_intent const& what, unsigned attempts);

/// An update that depends on its item: reads the item, and writes on condition that the parts on which the update depends are
/// unchanged. If they are not, the reply of the failed write has the item for the next attempt.
class update_execution final : public procedure {
  public:
    /// Borrows the intent. REQUIRES: no derived writes.
    update_execution(write_intent const& what, retry_policy const& retry)
        : what_(what), planner_(what), backoff_(retry) {}

    procedure_step advance() override;

    typed_outcome outcome() { return std::move(outcome_); }

  private:
    enum class state : std::uint8_t { begin, reading, planning, writing };

    procedure_step read();
    procedure_step write();
    procedure_step take();

    write_intent const& what_;
    update_planner planner_;
    backoff backoff_;
    state state_ = state::begin;
    get_request get_;
    std::optional<item> old_;
    planned_update planned_;
    expression condition_;
    write_request request_;
    write_outcome reply_;
    pending_call call_ = {};
    typed_outcome outcome_;
};

/// Performs an update without derived writes.
typed_outcome perform_update(backend& store, write_intent const& what, retry_policy const& retry);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/update_execution.ipp>
#endif
