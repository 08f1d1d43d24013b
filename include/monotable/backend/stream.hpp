// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/core/item.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Change streams. Enabling the stream of a table creates one, with a record for every write that changes an item.
/// Records are retained for 24 hours.
///
/// A stream is divided into shards, which are closed and continued by their children. The records of one item are in
/// one shard at a time, in order. Reading each shard in order, and a parent to its end before its children, gives the
/// changes of each item in order; shards of which neither is an ancestor of the other can be read concurrently.
///
/// Names of streams and shards, sequence numbers and positions are opaque UTF-8 texts of the backend. They can be
/// compared for equality and stored.
namespace monotable {

enum class change_kind : std::uint8_t { insert, modify, remove };

struct stream_record {
    std::string sequence = {}; ///< identifies the record within its shard
    change_kind change = change_kind::insert;
    std::int64_t time = 0; ///< milliseconds since 1970
    bool expired = false;  ///< true if the item was removed because its time to live has expired
    item keys = {};
    std::optional<item> before = {}; ///< depending on the stream's view
    std::optional<item> after = {};
};

struct stream_status {
    std::string id = {}; ///< identifies the stream within the backend
    std::string table = {};
    table_description description = {}; ///< of the table, when the stream was created
    stream_view view = stream_view::none;
    bool enabled = false;     ///< false if no records will be added
    std::int64_t created = 0; ///< milliseconds since 1970; greater than that of the table's earlier streams
};

struct stream_shard {
    std::string id = {};     ///< identifies the shard within the stream
    std::string parent = {}; ///< the shard that this one continues, which may no longer exist; empty if there is none
    bool closed = false;     ///< true if no records will be added
    std::string first = {};  ///< the first sequence number of the shard, whether or not the record exists
    std::string last = {};   ///< the last sequence number of a closed shard; empty if it is open
};

enum class seek_from : std::uint8_t {
    trim_horizon, ///< the oldest available record
    latest,       ///< after the newest record
    at,           ///< the record with a sequence number, or stream_shard::first
    after         ///< the record that follows the one with a sequence number
};

/// A request for a position in a shard.
struct stream_seek {
    std::string_view stream = {}; ///< stream_status::id
    std::string_view shard = {};  ///< stream_shard::id
    seek_from from = seek_from::trim_horizon;
    std::string_view sequence = {}; ///< for `at` and `after`
};

/// A position in a shard from which records can be read. Positions can expire some minutes after they were returned;
/// sequence numbers do not.
struct stream_position {
    std::string text = {};

    friend bool operator==(stream_position const&, stream_position const&) = default;
};

struct read_stream_request {
    stream_position const& position;
    std::size_t limit = 0; ///< the maximal number of records; 0 means 1000, the upper limit
};

/// A page of records of one shard. An empty page is not necessarily the last one.
struct stream_page {
    std::vector<stream_record> records = {};
    std::optional<stream_position> next = {}; ///< nullopt if the shard is closed and was read to its end
};

} // namespace monotable
