// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/table_lock.hpp>

#include <cstdint>
#include <thread>

namespace monotable::detail {

MONOTABLE_INLINE void phase_fair_lock::wait_for_phase(std::uint32_t writer) noexcept {
    for (auto now = arrived_.load(); (now & writer_bits) == writer; now = arrived_.load()) arrived_.wait(now);
}

MONOTABLE_INLINE void phase_fair_lock::wait_for_turn(std::uint32_t ticket) noexcept {
    for (auto now = serving_.load(); now != ticket; now = serving_.load()) serving_.wait(now);
}

MONOTABLE_INLINE void phase_fair_lock::wait_for_readers(std::uint32_t before) noexcept {
    for (auto now = left_.load(); now != before; now = left_.load()) left_.wait(now);
}

/// Calls `f` until it returns true: for some microseconds, then a few times after other threads, which may be those that are
/// waited for, have run. False if it never does.
template <class F>
bool spin_until(F&& f) noexcept {
    for (int turn = 0; turn != 16; ++turn) {
        for (int i = 0; i != 50; ++i) {
            if (f()) return true;
#if defined(__x86_64__) || defined(__i386__)
            __builtin_ia32_pause();
#endif
        }
        std::this_thread::yield();
    }
    return false;
}

MONOTABLE_INLINE void table_lock::wait_for_writers(counter& readers) noexcept {
    if (spin_until([&] { return writers_.load() == 0 && enter(readers); })) return;
    inner_.lock_shared(); // a writer that comes next waits there until this reader is counted
    readers.fetch_add(1);
    inner_.unlock_shared();
}

MONOTABLE_INLINE void table_lock::wait_for_readers(counter& readers) noexcept {
    if (spin_until([&] { return readers.load() == 0; })) return;
    for (auto now = readers.load(); now != 0; now = readers.load()) readers.wait(now);
}

} // namespace monotable::detail
