// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/write_error.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The writes of a write_set, and their failures.
namespace monotable::detail {

/// The progress of the derivation from one write.
struct derivation_progress {
    bool started = false;
    bool spread = false;
    bool settled = false;
    std::size_t changed_at = 0;      ///< write_set::additions() when it was added or merged
    std::size_t completed_at = 0;    ///< the same when the item was completed
    std::size_t seen_at = 0;         ///< the same when other items were derived from it
    std::optional<item> before = {}; ///< the stored item
    std::optional<item> seen = {};   ///< the state that other items have been derived from
    std::optional<item> settled_as = {};
};

/// One write with the data that its request borrows.
struct planned_write {
    entity_data const* entity = nullptr; ///< named by errors; its table is the one written to
    write_kind kind = write_kind::put;
    item attributes; ///< the item of a put; the key of other writes
    precondition expected = precondition::any;
    write_error if_failed = write_error::none; ///< the error if `expected` does not hold; none: see requirement
    std::string_view subject = {};             ///< the subject of that error
    std::vector<requirement> requirements = {};
    expression update = {};
    array_view<std::string_view> known_attributes = {};
    std::size_t action = 0;                        ///< the user's action that causes it
    bool main = false;                             ///< true for that action itself
    array_view<derived_write> derived_writes = {}; ///< of its item's entity; empty for a check
    return_values returns = return_values::none;   ///< for a write that is committed alone
    bool of_another = false; ///< the stored item belongs to another entity, and is treated as absent
    derivation_progress progress = {};
};

/// The failure of one action.
struct write_failure {
    write_error reason = write_error::none;
    std::string_view subject = {};
    std::size_t action = 0;
    std::optional<item> existing = {}; ///< the stored item, if it is the action's own
    item key = {};                     ///< of that item; empty: the key of the action
};

/// The text that identifies a write in messages.
std::string place_text(planned_write const& write);

/// The name of the verb for such a write.
constexpr std::string_view verb_of(write_kind kind, precondition expected) noexcept {
    if (kind == write_kind::erase) return "erase";
    if (kind == write_kind::check) return "check";
    if (kind == write_kind::update) return expected == precondition::any ? "upsert" : "update";
    return expected == precondition::any ? "put" : expected == precondition::must_exist ? "replace" : "create";
}

[[noreturn]] void refuse_invalid(planned_write const& write, std::string const& rule);

[[noreturn]] void refuse_twice(planned_write const& first, planned_write const& second);

/// Throws store_error for too many writes. `main`: the number of requested ones.
[[noreturn]] void refuse_count(planned_write const& first, std::size_t count, std::size_t main);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/planned_write.ipp>
#endif
