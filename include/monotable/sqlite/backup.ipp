// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/sqlite/backup.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/file.hpp>
#include <monotable/sqlite/reader.hpp>
#include <monotable/sqlite/writer.hpp>

#include <sqlite3.h>

#include <mutex>
#include <string>

namespace monotable::detail {

/// A copy that is being made.
class sqlite_copy {
  public:
    sqlite_copy(sqlite_connection& from, sqlite_connection& to)
        : to_(&to), copy_(sqlite3_backup_init(to.handle_, "main", from.handle_, "main")) {
        if (copy_ == nullptr) to.fail(sqlite3_errcode(to.handle_));
    }
    sqlite_copy(sqlite_copy const&) = delete;
    sqlite_copy& operator=(sqlite_copy const&) = delete;
    ~sqlite_copy() { sqlite3_backup_finish(copy_); }

    /// All pages in one transaction of each file.
    void run() {
        if (auto const code = sqlite3_backup_step(copy_, -1); code != SQLITE_DONE)
            to_->fail(code, sqlite3_errstr(code));
    }

  private:
    sqlite_connection* to_;
    sqlite3_backup* copy_;
};

MONOTABLE_INLINE void copy_store(sqlite_file& from, std::string const& path) {
    sqlite_connection to(checked_path(path), sqlite_connection::mode::create);
    if (to.number("PRAGMA page_count") != 0)
        throw store_error(store_fault::validation, path + " exists already; a backup needs the name of a new file");
    sqlite_reader const reader(from);
    sqlite_copy(*reader, to).run();
}

MONOTABLE_INLINE void compact_store(sqlite_writer& store) {
    std::lock_guard const lock(store.mutex());
    store.commit();
    store.connection().execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
}

} // namespace monotable::detail
