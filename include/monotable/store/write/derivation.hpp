// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/store/write/consequence.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <optional>

namespace monotable::detail {

/// Works out what the writes of a set bring with them, in the order in which it depends on each other. First each item is
/// completed: what it takes from others, and what is computed from that. Only then others follow, from what an item was and
/// what it will be; they are completed in turn, and so on until nothing changes. What only says something of the items, such
/// as marks of unique values, comes last. May be called again after more writes were added. Less than everything is worked out
/// where the set is refused. Throws store_error where it does not come to an end.
class derivation {
  public:
    explicit derivation(write_set& set) : set_(set) {}

    void run();

  private:
    /// In which items would follow each other for ever.
    static constexpr std::size_t max_rounds = 100;

    /// Others have not followed the item as it is now.
    static bool is_to_be_followed(owned_write const& write);

    /// Finds what was there, and does what is done once.
    void begin();

    /// Until no item takes anything from others that it does not have.
    bool complete_all();

    /// True if that changes the item.
    bool complete(std::size_t write);

    void spread(std::size_t write);

    void settle(std::size_t write);

    [[noreturn]] void refuse_endless_rounds() const;

    void plan(std::size_t write, consequence_stage stage, std::optional<item> const& before);

    /// The item as it will be, in the form of the present version.
    std::optional<item> pending(std::size_t write);

    static std::size_t count_stage(owned_write const& write, consequence_stage stage);

    write_set& set_;
};

/// As derivation::run.
void derive(write_set& set);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/derivation.ipp>
#endif
