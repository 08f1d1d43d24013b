// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/sqlite/file.hpp>
#include <monotable/sqlite/writer.hpp>

#include <string>

/// Copies and compaction of a file in use.
namespace monotable::detail {

/// Copies what is committed to a new file, which is on the disk afterwards.
void copy_store(sqlite_file& from, std::string const& path);

/// Writes the file anew, without the space of what was erased.
void compact_store(sqlite_writer& store);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/backup.ipp>
#endif
