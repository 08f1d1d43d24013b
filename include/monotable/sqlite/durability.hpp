// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace monotable {

/// The durability of acknowledged writes.
enum class durability : std::uint8_t {
    full,    ///< they survive the loss of power: each commit waits until the disk has it
    relaxed, ///< they survive any end of the process; the loss of power may undo the last writes, each of them as a whole
};

} // namespace monotable
