// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/table_lock.hpp>

#include <cstdint>

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

// A writer that comes next waits in the inner lock until this reader is counted.
MONOTABLE_INLINE void table_lock::wait_for_writer(counter& readers) noexcept {
    leave(readers);
    inner_.lock_shared();
    readers.fetch_add(1);
    inner_.unlock_shared();
}

MONOTABLE_INLINE void table_lock::wait_for_readers(counter& readers) noexcept {
    for (auto now = readers.load(); now != 0; now = readers.load()) readers.wait(now);
}

} // namespace monotable::detail
