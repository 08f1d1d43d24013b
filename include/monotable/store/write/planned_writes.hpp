// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/write/consequence.hpp>
#include <monotable/store/write/prepared_write.hpp>
#include <monotable/store/write/write_error.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

/// Writes of entities with what they bring with them.
namespace monotable::detail {

/// What an action found and made.
struct action_images {
    std::optional<item> before, after;
};

/// Plans actions into a write set: first each itself, then what they bring with them, which so sees all of them (derive()).
/// Less than everything is planned where the set is refused.
class write_plan {
  public:
    write_plan(write_set& set, std::size_t actions);

    void add(prepared_write const& what, std::size_t action);

    void derive();

    std::vector<action_images>& images() noexcept { return images_; }

    /// The write as it was asked for.
    static owned_write main_write(prepared_write const& what, std::size_t action);

  private:
    /// An action that is to return what it makes of the item, which may be changed by what it brings with it.
    struct returned_item {
        entity_data const* entity;
        item key;
        std::size_t action;
    };

    write_set& set_;
    std::vector<action_images> images_;
    std::vector<returned_item> returned_;
};

template <class Backend>
struct planned_write_of {
    /// Does one write with its consequences.
    static typed_outcome perform(Backend& store, prepared_write const& what);
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/planned_writes.ipp>
#endif
