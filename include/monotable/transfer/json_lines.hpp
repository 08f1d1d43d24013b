// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Import and export of items as lines of DynamoDB's JSON, `{"Item":{"id":{"S":"c42"}}}`, plain or compressed with gzip: the layout
/// of DynamoDB's exports of tables to S3 and of its imports. For any backend.
namespace monotable {

struct transfer_progress {
    std::uint64_t items = 0; ///< written so far
    std::uint64_t bytes = 0; ///< of files, compressed if they are, so far
    std::uint64_t total = 0; ///< the bytes of all files of an import; 0 for an export
};

struct transfer_options {
    /// Called now and then, by the thread that transfers.
    std::function<void(transfer_progress const&)> progress = {};
};

/// A line that was not imported.
struct unreadable_line {
    std::string file;
    std::uint64_t number; ///< from 1
    std::string reason;
};

struct import_result {
    std::uint64_t items = 0;                    ///< written
    std::uint64_t unreadable = 0;               ///< lines
    std::vector<unreadable_line> messages = {}; ///< of the first 1000 of them
};

/// Puts the items of a file, or of the files in a folder and its subfolders whose names end in `.json`, `.jsonl`, `.json.gz` or
/// `.jsonl.gz` and do not begin with `manifest`. Items replace those with the same key; the last one counts. Lines that are not
/// items, or not items of this table, are reported and skipped; so is the rest of a damaged compressed file. Empty lines
/// are skipped. Can be repeated.
///
/// Throws store_error: no_such_table if the table does not exist, and what the store throws otherwise; error if a file cannot be
/// opened or read. The items before are then written.
import_result import_items(backend& to, std::string_view table, std::string const& path,
                           transfer_options const& options = {});

/// Writes all items of a table, and replaces the file when that is complete. Compresses it if the name ends in `.gz`. The items are
/// those of consistent pages, but not a snapshot if they are written meanwhile. Returns their number. Throws what the
/// store throws; error if the file cannot be written. The file is then unchanged.
std::uint64_t export_items(backend& from, std::string_view table, std::string const& path,
                           transfer_options const& options = {});

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/transfer/json_lines.ipp>
#endif
