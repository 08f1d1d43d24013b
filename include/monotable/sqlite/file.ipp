// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/file.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace monotable::detail {

// SQLite also accepts names that do not denote files, for databases that other connections do not see.
MONOTABLE_INLINE std::string const& checked_path(std::string const& path) {
    if (path.empty() || path == ":memory:" || path.find('\0') != path.npos)
        throw store_error(store_fault::validation, "A durable store needs the name of a file, not '" + path + "'");
    return path;
}

MONOTABLE_INLINE sqlite_file::sqlite_file(std::string const& path, durability commits, bool read_only,
                                          stream_options const& streams)
    : path_(checked_path(path)),
      read_only_(read_only),
      streams_(streams),
      writer_(path_, read_only ? sqlite_connection::mode::read_only : sqlite_connection::mode::create) {
    auto found = format(); // rejects a file that is not a store before other files are created next to it
    if (read_only) {
        if (found == 0)
            throw store_error(store_fault::unknown_format, path_ + " is empty: no store has been created in it yet");
        if (found != version)
            throw store_error(store_fault::unknown_format,
                              path_ + " has the format of an earlier version; opening it for writing upgrades it");
    } else {
        lock();
        found = format(); // another process may have created it meanwhile
        sqlite_statement mode(writer_, "PRAGMA journal_mode=WAL");
        if (!mode.next() || mode.bytes(0) != "wal")
            throw store_error(
                store_fault::unavailable,
                path_ + ": SQLite cannot keep a write-ahead log there; is it on a file system of this machine?");
        mode.reset();
        writer_.execute(commits == durability::full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
        writer_.execute("PRAGMA cell_size_check=ON; PRAGMA cache_size=-65536; PRAGMA wal_autocheckpoint=4000");
        if (found != version) upgrade(found);
    }
    auto const records = writer_.number("SELECT value FROM options WHERE name = 'shard_records'");
    if (records < 0) writer_.damaged("the number of records of a shard");
    streams_.shard_records = static_cast<std::uint64_t>(records);
}

// 0 for a file without content.
MONOTABLE_INLINE std::int64_t sqlite_file::format() {
    auto const owner = writer_.number("PRAGMA application_id");
    auto const out = writer_.number("PRAGMA user_version");
    if (owner == 0 && out == 0 && writer_.number("SELECT count(*) FROM sqlite_schema") == 0) return 0;
    if (owner != application)
        throw store_error(store_fault::unknown_format,
                          path_ + " is not a file of monotable: it is another program's database");
    if (out > version)
        throw store_error(store_fault::unknown_format,
                          path_ + " was written by a later version of monotable: its format is " + std::to_string(out) +
                              ", this version reads up to " + std::to_string(version));
    if (out < 1) writer_.damaged("it has no version of its format");
    return out;
}

// The transaction is never committed; it ends with the connection or the process.
MONOTABLE_INLINE void sqlite_file::lock() {
    lock_.reset(new sqlite_connection(writer_.file_name() + "-lock", sqlite_connection::mode::create));
    try {
        lock_->execute("PRAGMA busy_timeout=0; PRAGMA journal_mode=MEMORY");
        lock_->execute("BEGIN EXCLUSIVE");
    } catch (store_error const&) {
        throw store_error(store_fault::unavailable,
                          path_ + " is open already: one store of one process at a time can use it");
    }
}

// Each step changes a file of one format to the next one; 0 is an empty file.
MONOTABLE_INLINE void sqlite_file::upgrade(std::int64_t from) {
    writer_.execute("BEGIN IMMEDIATE");
    try {
        if (from < 1)
            writer_.execute(
                "CREATE TABLE tables(id INTEGER PRIMARY KEY, status BLOB NOT NULL);"
                "CREATE TABLE collections(id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER NOT NULL,"
                " place INTEGER NOT NULL, items INTEGER NOT NULL, bytes INTEGER NOT NULL);"
                "CREATE TABLE entries(key BLOB PRIMARY KEY, size INTEGER, item BLOB) WITHOUT ROWID;"
                "CREATE TABLE streams(id INTEGER PRIMARY KEY, status BLOB NOT NULL, ended INTEGER NOT NULL,"
                " first INTEGER NOT NULL);"
                "CREATE TABLE records(stream INTEGER, sequence INTEGER, time INTEGER NOT NULL, change INTEGER NOT NULL,"
                " expired INTEGER NOT NULL, keys BLOB NOT NULL, before BLOB, after BLOB,"
                " PRIMARY KEY(stream, sequence)) WITHOUT ROWID;"
                "CREATE TABLE tokens(token BLOB PRIMARY KEY, content BLOB NOT NULL, time INTEGER NOT NULL) WITHOUT "
                "ROWID;"
                "CREATE INDEX tokens_by_time ON tokens(time);"
                "PRAGMA application_id=1836019311"); // 0x6d6f6e6f
        if (from < 2) {
            writer_.execute("CREATE TABLE options(name TEXT PRIMARY KEY, value) WITHOUT ROWID");
            sqlite_statement(writer_, "INSERT INTO options(name, value) VALUES('shard_records', ?)")
                .bind(1, static_cast<std::int64_t>(streams_.shard_records))
                .run();
        }
        writer_.execute("PRAGMA user_version=2; COMMIT");
    } catch (...) {
        writer_.roll_back();
        throw;
    }
}

MONOTABLE_INLINE std::unique_ptr<sqlite_connection> sqlite_file::take_reader() {
    {
        std::lock_guard const lock(mutex_);
        if (!readers_.empty()) {
            auto out = std::move(readers_.back());
            readers_.pop_back();
            return out;
        }
    }
    std::unique_ptr<sqlite_connection> out(new sqlite_connection(
        path_, read_only_ ? sqlite_connection::mode::read_only : sqlite_connection::mode::existing));
    out->execute("PRAGMA query_only=ON; PRAGMA cell_size_check=ON; PRAGMA cache_size=-65536");
    return out;
}

MONOTABLE_INLINE void sqlite_file::give_back(std::unique_ptr<sqlite_connection> reader) noexcept {
    reader->roll_back();
    std::lock_guard const lock(mutex_);
    if (readers_.size() == kept_readers || reader->in_transaction()) return;
    if (readers_.capacity() == 0) {
        try {
            readers_.reserve(kept_readers);
        } catch (...) {
            return;
        }
    }
    readers_.push_back(std::move(reader));
}

} // namespace monotable::detail
