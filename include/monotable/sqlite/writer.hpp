// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/local/stream_options.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/durability.hpp>
#include <monotable/sqlite/file.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace monotable::detail {

/// State in memory that depends on the writes and commits. All calls are made under the writer's lock.
class sqlite_pending {
  public:
    sqlite_pending(sqlite_pending const&) = delete;
    sqlite_pending& operator=(sqlite_pending const&) = delete;

  protected:
    sqlite_pending() = default;
    ~sqlite_pending() = default;

    /// True if there are uncommitted writes.
    bool is_pending() const noexcept { return pending_; }

    /// The changes of the last write are in the transaction or, unless `written`, were undone.
    virtual void end_write(bool written) noexcept = 0;
    /// Writes the state that must be committed together with the writes.
    virtual void store() = 0;
    /// All writes since the last call were committed or, unless `committed`, undone.
    virtual void end_commit(bool committed) noexcept = 0;

  private:
    friend class sqlite_writer;

    bool writing_ = false, pending_ = false;
};

/// Writes that are committed together.
struct sqlite_group {
    enum class state : std::uint8_t { open, committed, failed };

    state is = state::open;                       ///< under the writer's lock
    store_fault fault = store_fault::unavailable; ///< of a failed group, and the message of its error
    std::string error = {};
};

/// An open file with the transaction of its connection for writing, which is open from the first write of a group until the first of its writers
/// waits for it and commits for all of them. If the commit fails, all writes of the group fail, since they may depend on each
/// other.
class sqlite_writer {
  public:
    /// Throws store_error like the constructor of sqlite_file.
    sqlite_writer(std::string const& path, durability commits, bool read_only, stream_options const& streams)
        : file_(path, commits, read_only, streams) {}
    sqlite_writer(sqlite_writer const&) = delete;
    sqlite_writer& operator=(sqlite_writer const&) = delete;
    /// Commits the open group.
    ~sqlite_writer();

    sqlite_file& file() noexcept { return file_; }
    sqlite_connection& connection() noexcept { return file_.writer(); }

    /// Must be held for the following functions, and for any use of the connection.
    std::mutex& mutex() noexcept { return mutex_; }

    /// The lock for a writer. A commit waits for writers that wait for the lock.
    std::unique_lock<std::mutex> enter();

    /// Calls `change`, which writes, in the transaction of a group. If it throws, all of its writes are undone.
    template <class F>
    std::shared_ptr<sqlite_group> write(F&& change) {
        begin_one();
        try {
            change();
            end_one();
        } catch (...) {
            undo_one();
            throw;
        }
        return group_;
    }

    /// Calls `change` in a transaction of its own, and commits it.
    template <class F>
    void write_alone(F&& change) {
        commit();
        connection().execute("BEGIN IMMEDIATE");
        try {
            erase_dropped();
            change();
            connection().execute("COMMIT");
        } catch (...) {
            connection().roll_back();
            throw;
        }
    }

    /// The open group, or null.
    std::shared_ptr<sqlite_group> const& group() const noexcept { return group_; }
    /// Commits or fails the open group, if there is one.
    void commit() noexcept;

    /// Inside write(): `what` is notified when this write and its commit end.
    void add(sqlite_pending& what);

    /// Waits until the group is committed. Acquires the lock. Throws store_error if the group failed.
    void wait(sqlite_group& group);
    /// Erases a stream with the next write. Acquires only a lock of its own.
    void drop_later(std::uint64_t stream) noexcept;

  private:
    void begin_one();
    void end_one();
    void undo_one() noexcept;
    void tell(bool written) noexcept;
    void finish(bool committed) noexcept;
    void erase_dropped();

    sqlite_file file_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<int> entering_ = 0;
    std::shared_ptr<sqlite_group> group_;
    bool first_ = false;                             // the current write began the group
    std::vector<sqlite_pending*> writing_, pending_; // of the write, of the group
    std::mutex dropping_;                            // acquired after all other locks
    std::vector<std::uint64_t> dropped_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/writer.ipp>
#endif
