// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/clock.hpp>
#include <monotable/backend/description.hpp>
#include <monotable/meta/chrono.hpp>
#include <monotable/store/write/backoff.hpp>

namespace monotable {

class backend;

namespace detail {

inline constexpr std::chrono::milliseconds opening_timeout = std::chrono::minutes(5);

/// A way of opening a table that a separate header defines: see store_options::opening.
struct table_opening {
    void (*open)(backend& store, table_description const& wanted, table_settings const& settings,
                 std::chrono::milliseconds timeout) = nullptr;
};

} // namespace detail

/// The options of a store: `store<shop> db(backend, {.clock = clock, .retry = {.attempts = 20}})`.
struct store_options {
    clock_function clock = detail::system_clock;                 ///< for created and updated times, and for unexpired()
    retry_policy retry = {};                                     ///< of writes after conflicts with concurrent writes
    std::chrono::milliseconds timeout = detail::opening_timeout; ///< for each table and its indexes to become active
    /// add_missing_indexes (evolution.hpp): opens tables that lack indexes of the model.
    detail::table_opening opening = {};
};

} // namespace monotable
