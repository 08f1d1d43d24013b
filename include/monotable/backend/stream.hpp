// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/core/item.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Streams of changes: one for each time a table's recording is turned on, with a record for every change, in order. What
/// changes nothing is no change. Records are kept for a day.
namespace monotable {

enum class change_kind : std::uint8_t { insert, modify, remove };

struct stream_record {
    std::uint64_t sequence = 0; ///< increases along the stream
    change_kind change = change_kind::insert;
    std::int64_t time = 0; ///< milliseconds since 1970
    bool expired = false;  ///< removed because its time to live was over
    item keys = {};
    std::optional<item> before = {}; ///< as the stream's view says
    std::optional<item> after = {};
};

struct stream_status {
    std::uint64_t id = 0; ///< increases with time; no other stream has it
    std::string table = {};
    table_description description = {}; ///< of the table, when the stream began
    stream_view view = stream_view::none;
    bool enabled = false;     ///< false: nothing will be added
    std::int64_t created = 0; ///< milliseconds since 1970; no other stream of the table has it
    std::uint64_t first = 0;  ///< the first sequence number that is still kept, or that of the next record
    std::uint64_t next = 0;   ///< greater than that of any record
};

/// Where to read.
struct stream_position {
    std::uint64_t stream = 0;
    std::uint64_t sequence = 0; ///< records with this number and greater ones; 0: from the oldest kept
    std::size_t limit = 0;      ///< records; 0: 1000, which is also the most
};

/// Throws store_error: no_such_stream, or trimmed if records from that number on are no longer kept.
struct stream_page {
    std::vector<stream_record> records;
    std::uint64_t next = 0; ///< the sequence number to go on with
    bool closed = false;    ///< nothing will follow
};

} // namespace monotable
