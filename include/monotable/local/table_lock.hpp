// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace monotable::detail {

/// A phase-fair readers-writer lock (a ticket lock): readers that arrive while a writer waits or writes enter after it
/// and before the next writer. Not recursive, not even for readers. `std::shared_mutex` on POSIX systems lets readers
/// starve writers.
class phase_fair_lock {
  public:
    phase_fair_lock() = default;
    phase_fair_lock(phase_fair_lock const&) = delete;
    phase_fair_lock& operator=(phase_fair_lock const&) = delete;

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

/// Its address identifies the current thread.
inline thread_local char thread_mark = 0;

/// A readers-writer lock whose readers do not write to shared memory: each counts itself in one of several cache lines,
/// which its thread selects. A writer announces itself, so that readers that come later wait, and waits until all counts
/// are zero. Operations on a table take about a microsecond, so that both spin for a few before they sleep. Readers that
/// have spun wait in the inner lock, which is phase-fair, so that neither readers nor writers starve. Not recursive;
/// unlocked by the thread that locked it.
class table_lock {
  public:
    table_lock() = default;
    table_lock(table_lock const&) = delete;
    table_lock& operator=(table_lock const&) = delete;

    void lock_shared() noexcept {
        auto& count = own_line().readers;
        if (!enter(count)) wait_for_writers(count);
    }
    void unlock_shared() noexcept { leave(own_line().readers); }

    void lock() noexcept {
        writers_.fetch_add(1);
        inner_.lock();
        for (auto& each : lines_)
            if (each.readers.load() != 0) wait_for_readers(each.readers);
    }
    void unlock() noexcept {
        writers_.fetch_sub(1);
        inner_.unlock();
    }

  private:
    using counter = std::atomic<std::uint32_t>;

    struct alignas(64) line {
        counter readers = 0;
    };

    static constexpr unsigned line_bits = 4;

    line& own_line() noexcept {
        // Multiples of the size of a stack, and of a page, spread evenly.
        std::uint64_t const thread = reinterpret_cast<std::uintptr_t>(&thread_mark) >> 12;
        return lines_[(thread * 0x9e3779b97f4a7c15u) >> (64 - line_bits)];
    }

    /// False, and not counted, if there are writers. The reader counts itself before it looks for writers, a writer
    /// announces itself before it looks at the counts: at least one of them sees the other.
    bool enter(counter& readers) noexcept {
        readers.fetch_add(1);
        if (writers_.load() == 0) [[likely]]
            return true;
        leave(readers);
        return false;
    }
    void leave(counter& readers) noexcept {
        readers.fetch_sub(1);
        if (writers_.load() != 0) readers.notify_all();
    }

    void wait_for_writers(counter& readers) noexcept;
    void wait_for_readers(counter& readers) noexcept;

    counter writers_ = 0; ///< that wait or write
    phase_fair_lock inner_;
    line lines_[std::size_t{1} << line_bits];
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
