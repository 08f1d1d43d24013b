// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/model/model.hpp>

#include <optional>
#include <utility>

namespace monotable::detail {

/// Reads one item of an entity by its primary key, in one call.
class get_procedure final : public procedure {
  public:
    get_procedure(entity_data const& entity, item key) : entity_(entity), key_(std::move(key)) {}

    MONOTABLE_INLINE procedure_step advance() override;

    /// The item, if it exists and belongs to the entity. REQUIRES: the procedure has ended.
    std::optional<item>& found() noexcept { return found_; }

  private:
    entity_data const& entity_;
    item key_;
    get_request request_;
    pending_call call_{{calls::get::kind, &request_, &found_}};
    std::optional<item> found_;
    bool started_ = false;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/get_procedure.ipp>
#endif
