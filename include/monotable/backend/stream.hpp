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

/// Streams of changes: one for each time a table's recording is turned on, with a record for every change. What changes
/// nothing is no change. Records are kept for a day.
///
/// A stream is divided into shards, which close and are continued by their children. The records of one item are in one shard
/// at a time, in order. A reader that reads a shard in order, and a parent to its end before its children, sees the changes of
/// each item in order; shards of which neither is an ancestor of the other may be read at the same time.
///
/// Names of streams and shards, sequence numbers and positions are texts in UTF-8 that mean something to their backend alone.
/// Others may compare them for equality, and keep them.
namespace monotable {

enum class change_kind : std::uint8_t { insert, modify, remove };

struct stream_record {
    std::string sequence = {}; ///< the record's number in its shard; no other record of the shard has it
    change_kind change = change_kind::insert;
    std::int64_t time = 0; ///< milliseconds since 1970
    bool expired = false;  ///< removed because its time to live was over
    item keys = {};
    std::optional<item> before = {}; ///< as the stream's view says
    std::optional<item> after = {};
};

struct stream_status {
    std::string id = {}; ///< no other stream of the backend has it
    std::string table = {};
    table_description description = {}; ///< of the table, when the stream began
    stream_view view = stream_view::none;
    bool enabled = false;     ///< false: nothing will be added
    std::int64_t created = 0; ///< milliseconds since 1970; greater than that of the table's streams before it
};

struct stream_shard {
    std::string id = {};     ///< no other shard of the stream has it
    std::string parent = {}; ///< the shard that this one continues, which need not be kept any more; empty: none
    bool closed = false;     ///< nothing will be added
    std::string first = {};  ///< the sequence number with which the shard began, whether or not there is such a record
    std::string last = {};   ///< the last sequence number of a closed shard; empty: still open
};

enum class seek_from : std::uint8_t {
    trim_horizon, ///< the oldest record that is kept
    latest,       ///< after the newest record
    at,           ///< the record with a sequence number, or stream_shard::first
    after         ///< the record that follows the one with a sequence number
};

/// A place in a shard for which a position is requested.
struct stream_seek {
    std::string_view stream = {}; ///< stream_status::id
    std::string_view shard = {};  ///< stream_shard::id
    seek_from from = seek_from::trim_horizon;
    std::string_view sequence = {}; ///< of at and after
};

/// A place in a shard from which records can be read. A backend may let positions expire some minutes after it gave them; what
/// remains valid are sequence numbers.
struct stream_position {
    std::string text = {};

    friend bool operator==(stream_position const&, stream_position const&) = default;
};

struct read_stream_request {
    stream_position const& position;
    std::size_t limit = 0; ///< records; 0: 1000, which is also the most
};

/// Records of one shard. A page without records is not the end of what there is.
struct stream_page {
    std::vector<stream_record> records = {};
    std::optional<stream_position> next = {}; ///< absent: the shard is closed and read to its end
};

} // namespace monotable
