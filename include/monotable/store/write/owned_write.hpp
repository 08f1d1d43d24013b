// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/consequence.hpp>
#include <monotable/store/write/prepared_write.hpp>
#include <monotable/store/write/write_error.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The parts of a write_set, and what is said of them.
namespace monotable::detail {

/// How far it has been worked out what a write brings with it.
struct derivation_progress {
    bool begun = false;
    bool spread = false;
    bool settled = false;
    std::size_t changed_at = 0;      ///< write_set::additions() when it was added or joined
    std::size_t completed_at = 0;    ///< the same when the item was completed
    std::size_t seen_at = 0;         ///< and when others followed it
    std::optional<item> before = {}; ///< what was there
    std::optional<item> seen = {};   ///< what others have been derived from
    std::optional<item> settled_as = {};
};

/// One write with everything that a request borrows.
struct owned_write {
    entity_data const* entity = nullptr; ///< in whose name errors are told; its table is the one written to
    write_kind kind = write_kind::put;
    item attributes; ///< of a put: the item; of the others: the key
    existence expected = existence::any;
    write_error if_failed = write_error::none; ///< what it means that `expected` does not hold; none: as in requirement
    std::string_view subject = {};             ///< what that is about
    std::vector<requirement> requirements = {};
    expression update = {};
    array_view<std::string_view> known_attributes = {};
    std::size_t action = 0;                      ///< of the user's: the one that it comes from
    bool main = false;                           ///< it is that action itself
    array_view<consequence> consequences = {};   ///< of its item's entity; none of a check
    return_values returns = return_values::none; ///< of a write that is committed alone
    bool of_another = false;                     ///< what is there is no item of its entity, which so has none before
    derivation_progress progress = {};
};

/// What stood in the way of one action.
struct write_failure {
    write_error reason = write_error::none;
    std::string_view subject = {};
    std::size_t action = 0;
    std::optional<item> existing = {}; ///< where it is the action's own item: what is there
    item key = {};                     ///< of that item; empty: as the action says
};

/// Which write a message is about.
std::string place_text(owned_write const& write);

/// The verb that asks for such a write.
constexpr std::string_view verb_of(write_kind kind, existence expected) noexcept {
    if (kind == write_kind::erase) return "erase";
    if (kind == write_kind::check) return "check";
    if (kind == write_kind::update) return expected == existence::any ? "upsert" : "update";
    return expected == existence::any ? "put" : expected == existence::must_exist ? "replace" : "create";
}

[[noreturn]] void refuse_invalid(owned_write const& write, std::string const& rule);

[[noreturn]] void refuse_twice(owned_write const& first, owned_write const& second);

/// `main`: how many of them were asked for.
[[noreturn]] void refuse_count(owned_write const& first, std::size_t count, std::size_t main);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/owned_write.ipp>
#endif
