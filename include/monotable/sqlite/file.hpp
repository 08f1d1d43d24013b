// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/stream_options.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/durability.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace monotable::detail {

/// The argument. Throws store_error unless it can be the name of a file.
std::string const& checked_path(std::string const& path);

/// The file of a store while it is open, with the connections to it. Its application_id is 0x6d6f6e6f, "mono", its user_version
/// the version of the format, 2:
///
/// - `tables(id, status)`: one row for each table: its id, its description and settings (catalog.hpp).
/// - `collections(id, owner, place, items, bytes)`: the items of a table (place 0) and its indexes in their order, with their
///   sizes. An id is never used again.
/// - `entries(key, size, item)`: all items and index entries in one tree. The key: four bytes of the collection's id; eight
///   of partition_hash; the partition, in which 00 is written as 00 FF, followed by 00 01; the sort key. Numbers are big-endian.
///   The entry of an index has no item: its sort key ends in the key of the item in the table, as collection_keys appends it.
/// - `streams(id, status, ended, first)`, `records(stream, sequence, time, change, expired, keys, before, after)`: a stream, the
///   first record that it keeps, and its records.
/// - `tokens(token, content, time)`: digests of transactions.
/// - `options(name, value)`: shard_records, see stream_options. Format 1 does not have this table.
///
/// SQLite's log, `<file>-wal`, is part of the store: without it the last writes are lost. `<file>-shm` is not. `<file>-lock` is
/// empty; the process that has opened the store holds a lock on it.
class sqlite_file {
  public:
    /// Throws store_error if the file cannot be opened or created, has another format, or is already open. `read_only`: the file
    /// exists, and may be open for writing elsewhere. A file of an earlier format is upgraded in one transaction. The
    /// options of streams are for files that do not have them yet.
    sqlite_file(std::string const& path, durability commits, bool read_only, stream_options const& streams);

    std::string const& path() const noexcept { return path_; }

    /// The options with which the file was created.
    stream_options const& streams() const noexcept { return streams_; }

    /// The connection that writes, unless the file is open for reading only.
    sqlite_connection& writer() noexcept { return writer_; }

    /// A connection for reading, which the caller returns later. Calls may overlap.
    std::unique_ptr<sqlite_connection> take_reader();
    void give_back(std::unique_ptr<sqlite_connection> reader) noexcept;

  private:
    static constexpr std::int64_t application = 0x6d6f6e6f, version = 2;
    static constexpr std::size_t kept_readers = 16;

    std::int64_t format();
    void lock();
    void upgrade(std::int64_t from);

    std::string path_;
    bool read_only_;
    stream_options streams_;
    sqlite_connection writer_;
    std::unique_ptr<sqlite_connection> lock_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<sqlite_connection>> readers_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/file.ipp>
#endif
