// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace monotable {

/// Options for the shards of a local store's streams.
struct stream_options {
    std::uint64_t shard_records =
        0; ///< the number of records after which a shard is closed and continued by a child; 0 means never
};

} // namespace monotable
