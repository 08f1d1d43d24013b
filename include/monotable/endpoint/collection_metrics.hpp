// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/wire/write_json.hpp>

#include <string>
#include <string_view>

/// ReturnItemCollectionMetrics: the written partitions of tables with local indexes.
namespace monotable::endpoint {

inline bool wants_collection_metrics(json::object const& in) {
    return text_member(in, "ReturnItemCollectionMetrics") == "SIZE";
}

inline bool has_local_index(table_description const& table) noexcept {
    for (auto const& each : table.indexes)
        if (each.local) return true;
    return false;
}

/// Appends `{"ItemCollectionKey":{...},"SizeEstimateRangeGB":[0.0,1.0]}`. REQUIRES: the item has the partition key.
inline void append_collection_metrics(std::string& out, std::string_view partition, item_view item) {
    out += "{\"ItemCollectionKey\":{";
    wire::append_text(out, partition);
    out += ':';
    wire::append_value(out, *item.find(partition));
    out += "},\"SizeEstimateRangeGB\":[0.0,1.0]}";
}

/// For a write of one item.
inline void append_collection_metrics(std::string& out, char& before, environment const& with, json::object const& in,
                                      item_view item) {
    if (!wants_collection_metrics(in)) return;
    auto const table = with.store.describe(table_of(in));
    if (!has_local_index(table)) return;
    out += before;
    out += "\"ItemCollectionMetrics\":";
    append_collection_metrics(out, table.partition.name, item);
    before = ',';
}

} // namespace monotable::endpoint
