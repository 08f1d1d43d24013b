// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/sqlite/check_report.hpp>
#include <monotable/sqlite/connection.hpp>

/// The comparison of derived data in a file with the items. Functions throw store_error if the file cannot be read.
namespace monotable::detail {

/// Examines what is committed, on a connection without a transaction.
check_report check_store(sqlite_connection& file);

/// Examines and corrects the file in one transaction. Throws store_error (corrupt), and changes nothing, if something is wrong that
/// cannot be corrected.
check_report repair_store(sqlite_connection& file);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/check.ipp>
#endif
