// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/stream.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Reading streams of a backend without a consumer.
namespace store_support {

/// A position in the only shard of a stream.
inline monotable::stream_position seek(monotable::backend& store, std::string_view stream,
                                       monotable::seek_from from = monotable::seek_from::trim_horizon,
                                       std::string_view sequence = {}) {
    auto const shards = store.shards(stream);
    return store.seek_stream({stream, shards.at(0).id, from, sequence});
}

/// The records that are kept in the first page of each shard, parents before their children. Requires shards that follow one
/// another.
inline std::vector<monotable::stream_record> records_of(monotable::backend& store, std::string_view stream,
                                                        std::size_t limit = 0) {
    std::vector<monotable::stream_record> out;
    for (auto const& each : store.shards(stream)) {
        auto page = store.read_stream(store.seek_stream({stream, each.id}), limit);
        for (auto& record : page.records) out.push_back(std::move(record));
    }
    return out;
}

} // namespace store_support
