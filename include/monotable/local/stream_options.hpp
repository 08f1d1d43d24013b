// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace monotable {

/// How a local store divides its streams.
struct stream_options {
    std::uint64_t shard_records = 0; ///< after so many records a shard is closed and continued by a child; 0: never
};

} // namespace monotable
