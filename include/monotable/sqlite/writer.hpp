// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/file.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace monotable::detail {

/// Something in memory that follows what is written and committed. All calls are made under the writer's lock.
class sqlite_pending {
  public:
    sqlite_pending(sqlite_pending const&) = delete;
    sqlite_pending& operator=(sqlite_pending const&) = delete;

  protected:
    sqlite_pending() = default;
    ~sqlite_pending() = default;

    /// True if something is written and not committed.
    bool is_pending() const noexcept { return pending_; }

    /// What the last write changed is in the transaction or, if it is not `written`, undone.
    virtual void end_write(bool written) noexcept = 0;
    /// Writes what is to be committed along.
    virtual void store() = 0;
    /// What was written since the last call is committed, or is not in the file.
    virtual void end_commit(bool committed) noexcept = 0;

  private:
    friend class sqlite_writer;

    bool writing_ = false, pending_ = false;
};

/// Writes that are committed together.
struct sqlite_group {
    enum class state : std::uint8_t { open, committed, failed };

    state is = state::open; ///< under the writer's lock
    bool unknown = false;   ///< a failed one: it may have been committed nevertheless
    std::string error = {}; ///< of a failed one
};

/// The connection that writes, and its transaction: open from the first write of a group until one of its writers waits for
/// it, who commits for all of them. If that fails, all writes of the group did, since one may depend on the other.
class sqlite_writer {
  public:
    explicit sqlite_writer(sqlite_file& file) noexcept : file_(&file) {}
    sqlite_writer(sqlite_writer const&) = delete;
    sqlite_writer& operator=(sqlite_writer const&) = delete;
    /// Commits what was not waited for.
    ~sqlite_writer();

    sqlite_file& file() const noexcept { return *file_; }
    sqlite_connection& connection() const noexcept { return file_->writer(); }

    /// What follows, and any use of the connection, requires it.
    std::mutex& mutex() noexcept { return mutex_; }

    /// The lock of one who is going to write: a commit waits for it.
    std::unique_lock<std::mutex> enter();

    /// Calls `change`, which writes, in the transaction of a group; all of it or, if it throws, nothing is written.
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

    /// The group that is open, or null.
    std::shared_ptr<sqlite_group> const& group() const noexcept { return group_; }
    /// Commits or fails the open group, if there is one.
    void commit() noexcept;

    /// Inside write(): `what` is told how this write and its commit end.
    void add(sqlite_pending& what);

    /// Takes the lock itself. Throws store_error if the group failed.
    void wait(sqlite_group& group);
    /// Erases a stream with the next write. Takes no lock but one of its own.
    void drop_later(std::uint64_t stream) noexcept;

  private:
    void begin_one();
    void end_one();
    void undo_one() noexcept;
    void tell(bool written) noexcept;
    void finish(bool committed) noexcept;
    void erase_dropped();

    sqlite_file* file_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<int> entering_ = 0;
    std::shared_ptr<sqlite_group> group_;
    bool first_ = false;                             // the write that is going on began the group
    std::vector<sqlite_pending*> writing_, pending_; // of the write, of the group
    std::mutex dropping_;                            // taken last
    std::vector<std::uint64_t> dropped_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/sqlite/writer.ipp>
#endif
