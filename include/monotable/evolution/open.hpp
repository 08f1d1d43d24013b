// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/evolution/compare_tables.hpp>
#include <monotable/store/describe.hpp>

#include <optional>
#include <string>

namespace monotable {

namespace detail {

std::optional<table_description> description_in(backend& store, std::string const& table);

void open_with_missing_indexes(backend& store, table_description const& wanted, table_settings const& settings,
                               std::chrono::milliseconds timeout);

} // namespace detail

/// Opens tables of another version: `store<shop> db(backend, {.opening = add_missing_indexes})`. Missing global indexes are
/// added and backfilled with the items that have their key attributes; indexes that the model does not declare are ignored.
/// Other differences throw a store_error that lists them, and the table is not changed.
inline constexpr detail::table_opening add_missing_indexes{&detail::open_with_missing_indexes};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/open.ipp>
#endif
