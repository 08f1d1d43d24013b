// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/update_execution.hpp>
#include <monotable/store/write/write_execution.hpp>

#include <memory>
#include <optional>

namespace monotable::detail {

/// The write of one verb as a procedure, with the same requests as perform() and perform_update_of().
class verb_write final : public procedure {
  public:
    /// Borrows the intent.
    verb_write(write_intent const& what, retry_policy const& retry) : what_(what), retry_(retry) {}
    /// `owner`: owns the data that the intent borrows, unless the caller does.
    verb_write(write_intent&& what, retry_policy const& retry, std::shared_ptr<void const> owner = {})
        : owner_(std::move(owner)), owned_(std::move(what)), what_(*owned_), retry_(retry) {}

    MONOTABLE_INLINE procedure_step advance() override;

    /// The outcome. REQUIRES: the procedure has ended, and the function was not called before.
    typed_outcome outcome();

    write_intent const& intent() const noexcept { return what_; }

  private:
    procedure_step write();
    void take_reply();

    std::shared_ptr<void const> owner_;
    std::optional<write_intent> owned_;
    write_intent const& what_;
    retry_policy retry_;
    // One of these is used:
    std::optional<write_execution> planned_; // for a write with derived writes
    std::optional<update_execution> update_;
    expression condition_; // for a write with one request
    write_request request_;
    write_outcome reply_;
    pending_call call_ = {};
    typed_outcome outcome_;
    bool started_ = false;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/verb_write.ipp>
#endif
