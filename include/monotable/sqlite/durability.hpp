// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace monotable {

/// What an acknowledged write survives.
enum class durability : std::uint8_t {
    full,    ///< the loss of power: each commit waits until the disk has it
    relaxed, ///< the end of the process, however it ends; the loss of power takes the last writes, and no write by halves
};

} // namespace monotable
