// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/write_error.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The item of an action before and after it.
struct action_images {
    std::optional<item> before, after;
    bool by_store = false; ///< they are unknown: the reply of the store has the requested image
};

/// Plans actions in a write set: first the actions themselves, then their derived writes, which depend on all of them. The plan is
/// incomplete if the set is rejected.
class action_planner {
  public:
    action_planner(write_set& set, std::size_t actions);

    void add(write_intent const& what, std::size_t action);

    /// Adds the derived writes.
    void derive();

    std::vector<action_images>& images() noexcept { return images_; }

    write_set& set() noexcept { return set_; }

    /// Returns an image of an item as that of an action: the stored one, or the one after the writes of the set. The set has the
    /// writes of the action.
    void return_image(entity_data const& entity, item_view key, return_values returned, std::size_t action);

    /// The requested write.
    static planned_write main_write(write_intent const& what, std::size_t action);

  private:
    /// An action that returns the new item, which derived writes may change.
    struct returned_item {
        entity_data const* entity;
        item key;
        std::size_t action;
    };

    write_set& set_;
    std::vector<action_images> images_;
    std::vector<returned_item> returned_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/action_planner.ipp>
#endif
