// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/store/write/prepared_write.hpp>
#include <monotable/store/write/update_execution.hpp>
#include <monotable/store/write/write_execution.hpp>

#include <memory>
#include <optional>

namespace monotable::detail {

/// The write of one verb as a procedure, with the same requests as perform() and perform_update_of().
class verb_write final : public procedure {
  public:
    /// Borrows the intent.
    verb_write(prepared_write const& what, retry_policy const& retry) : what_(what), retry_(retry) {}
    /// `owner`: owns the data that the intent borrows, unless the caller does.
    verb_write(prepared_write&& what, retry_policy const& retry, std::shared_ptr<void const> owner = {})
        : owner_(std::move(owner)), owned_(std::move(what)), what_(*owned_), retry_(retry) {}

    procedure_step advance() override;

    /// The outcome. REQUIRES: the procedure has ended, and the function was not called before.
    typed_outcome outcome();

    prepared_write const& intent() const noexcept { return what_; }

  private:
    procedure_step write();
    void take_reply();

    std::shared_ptr<void const> owner_;
    std::optional<prepared_write> owned_;
    prepared_write const& what_;
    retry_policy retry_;
    // One of these is used:
    std::optional<write_execution> planned_; // for a write with derived writes
    std::optional<update_execution> update_;
    expression condition_; // for a write with one request
    write_request request_;
    write_outcome reply_;
    pending_call call_ = {};
    typed_outcome outcome_;
    bool begun_ = false;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/verb_write.ipp>
#endif
