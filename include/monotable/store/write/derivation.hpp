// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <optional>

namespace monotable::detail {

/// Adds the derived writes of the writes of a set, in the order of their dependencies. First each item is completed: copies of
/// other items' fields are updated, then the fields computed from them. Next the items that depend on it are updated, given the item
/// before and after the write; they are completed in turn, until nothing changes. Writes that only describe items, such as
/// uniqueness guards, come last. May be called again after more writes were added. Stops early if the set is rejected. Throws
/// store_error if it does not terminate.
class derivation {
  public:
    explicit derivation(write_set& set) : set_(set) {}

    void run();

  private:
    /// A greater number indicates items that change each other without end.
    static constexpr std::size_t max_rounds = 100;

    /// True if the items that depend on this one are not derived from its current state.
    static bool is_to_be_followed(planned_write const& write);

    /// Reads the stored items, and runs the first stage.
    void begin();

    /// Completes items until nothing changes.
    bool complete_all();

    /// Completes one item. True if it was changed.
    bool complete(std::size_t write);

    void spread(std::size_t write);

    void settle(std::size_t write);

    [[noreturn]] void refuse_endless_rounds() const;

    void plan(std::size_t write, derivation_stage stage, std::optional<item> const& before);

    /// The item after the writes of the set, in the form of the current version.
    std::optional<item> pending(std::size_t write);

    static std::size_t count_stage(planned_write const& write, derivation_stage stage);

    write_set& set_;
};

/// Calls derivation::run.
void derive(write_set& set);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/derivation.ipp>
#endif
