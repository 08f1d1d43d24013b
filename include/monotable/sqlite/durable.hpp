// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/clock.hpp>
#include <monotable/config.hpp>
#include <monotable/local/stream_options.hpp>
#include <monotable/sqlite/check_report.hpp>
#include <monotable/sqlite/durability.hpp>

#include <memory>
#include <string>
#include <utility>

namespace monotable {

struct durable_options {
    durability commits = durability::full;
    clock_function clock = detail::milliseconds_now<>; ///< records of streams and tokens of transactions expire by it
    stream_options streams = {}; ///< of a file that is created; an existing one keeps those that it was created with
    bool read_only = false;      ///< the file exists, and another process may have opened it for writing
};

namespace detail {

class sqlite_writer;

/// An open file, and the store in it.
struct opened_file {
    std::shared_ptr<sqlite_writer> file;
    std::shared_ptr<backend> store;
};

opened_file open_durable(std::string const& path, durable_options&& options);

} // namespace detail

/// A store in one file with DynamoDB's semantics: tables, indexes, settings, streams, tokens of transactions and sizes are
/// persistent. Copies share one store, which is closed when the last of them, and of the stores constructed from them, is
/// destroyed. Thread-safe; writers of several threads can share a commit.
class durable {
  public:
    /// Opens the file, or creates it if it does not exist. Throws store_error, which names the file: `unavailable` if it cannot be
    /// opened or created, or is already open, in this process or another one; `unknown_format` if it is not a store or was
    /// written by a later version; `corrupt` if it is damaged.
    ///
    /// With `read_only`, the file may be open for writing; each operation sees what was committed when it began, and writes
    /// throw store_error (denied).
    explicit durable(std::string const& path, durable_options options = {})
        : opened_(detail::open_durable(path, std::move(options))) {}

    /// Copies the store, as it is at one moment, to a new file, which is on the disk afterwards. Neither readers nor writers wait.
    /// Throws store_error if the file exists (validation), cannot be written, or if this one is damaged; the new file is then
    /// empty or not a store.
    void backup(std::string const& path) const;

    /// Writes the file anew, without the space of what was erased. Readers do not wait, writers do; requires free disk space of
    /// twice the size of the file. Throws store_error, and has changed nothing then.
    void compact() const;

    /// Compares each index, the sizes and the records of streams with the items, and examines the structure of the file, all as
    /// they are at one moment. Neither readers nor writers wait. Reads the whole file. Violations do not throw; throws
    /// store_error if the file cannot be read.
    check_report check() const;

    /// Corrects what check() finds in a store that is not open: computes indexes and sizes from the items, and removes items and
    /// records that cannot be read, in one transaction. Returns what was found before. Throws store_error like the
    /// constructor, and if the structure of the file is damaged (corrupt), which only a backup can replace.
    static check_report repair(std::string const& path);

    operator std::shared_ptr<backend>() const noexcept { return opened_.store; }
    backend* operator->() const noexcept { return opened_.store.get(); }
    backend& operator*() const noexcept { return *opened_.store; }

  private:
    detail::opened_file opened_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/durable.ipp>
#endif
