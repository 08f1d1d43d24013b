// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>

#include <atomic>
#include <cstdint>
#include <mutex>

namespace monotable::detail {

/// A phase-fair readers-writer lock (a ticket lock): readers that arrive while a writer waits or writes enter after it
/// and before the next writer. Not recursive, not even for readers. `std::shared_mutex` on POSIX systems lets readers
/// starve writers.
class table_lock {
  public:
    table_lock() = default;
    table_lock(table_lock const&) = delete;
    table_lock& operator=(table_lock const&) = delete;

    void lock_shared() noexcept {
        auto const writer = arrived_.fetch_add(reader) & writer_bits;
        if (writer != 0) wait_for_phase(writer);
    }
    void unlock_shared() noexcept {
        left_.fetch_add(reader);
        if ((arrived_.load() & present) != 0) left_.notify_all();
    }

    void lock() noexcept {
        auto const ticket = next_.fetch_add(1);
        if (serving_.load() != ticket) wait_for_turn(ticket);
        auto const before = arrived_.fetch_add(present | (ticket & phase)) & ~writer_bits;
        if (left_.load() != before) wait_for_readers(before);
    }
    void unlock() noexcept {
        auto const arrived = arrived_.fetch_and(~writer_bits) & ~writer_bits;
        if (arrived != left_.load()) arrived_.notify_all();
        auto const now = serving_.fetch_add(1) + 1;
        if (next_.load() != now) serving_.notify_all();
    }

  private:
    // The lowest bits of `arrived_` and `left_` belong to writers, the others count readers.
    static constexpr std::uint32_t phase = 1, present = 2, writer_bits = phase | present, reader = 4;

    void wait_for_phase(std::uint32_t writer) noexcept;
    void wait_for_turn(std::uint32_t ticket) noexcept;
    void wait_for_readers(std::uint32_t before) noexcept;

    std::atomic<std::uint32_t> arrived_ = 0, left_ = 0; ///< numbers of readers, and the presence of a writer
    std::atomic<std::uint32_t> next_ = 0, serving_ = 0; ///< tickets of writers
};

enum class table_access : std::uint8_t {
    read,
    write,  ///< writes items
    change, ///< changes the table as a whole
};

/// The lock of one table. Readers exclude neither each other nor, if the engine's read scopes are snapshots, a writer.
/// A change excludes all other operations.
template <bool Snapshots>
class table_guard {
  public:
    void lock(table_access access) {
        if (access == table_access::read) return lock_.lock_shared();
        if (Snapshots && access == table_access::write) {
            writers_.lock();
            return lock_.lock_shared();
        }
        lock_.lock();
    }
    void unlock(table_access access) noexcept {
        if (access == table_access::read) return lock_.unlock_shared();
        if (Snapshots && access == table_access::write) {
            lock_.unlock_shared();
            return writers_.unlock();
        }
        lock_.unlock();
    }

  private:
    table_lock lock_;
    std::mutex writers_; // for snapshots, taken before `lock_`
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/table_lock.ipp>
#endif
