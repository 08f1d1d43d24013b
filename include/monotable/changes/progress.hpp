// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/config.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The progress of a reader of a stream: a place in each of the shards that it reads.
namespace monotable::detail {

enum class shard_from : std::uint8_t {
    horizon,  ///< the oldest record that is kept
    begin,    ///< the record with the shard's first sequence number, `text`, and those after it
    at,       ///< the record with the sequence number `text`
    after,    ///< the record that follows the one with the sequence number `text`
    position, ///< the stream_position `text`
    done      ///< the shard is closed and read to its end
};

struct shard_progress {
    std::string shard = {};
    shard_from from = shard_from::horizon;
    std::string text = {};
    std::int64_t since = 0;  ///< records of earlier times, in milliseconds since 1970, are skipped
    std::int64_t opened = 0; ///< `since`, if the position has expired and the shard must be read from its oldest record
    std::optional<stream_position> next = {}; ///< where reading continues, if it is known; not stored in checkpoints

    /// Compares the members that checkpoints store.
    friend bool operator==(shard_progress const& a, shard_progress const& b) {
        return a.shard == b.shard && a.from == b.from && a.text == b.text && a.since == b.since && a.opened == b.opened;
    }
};

/// A reader is in one stream of a table at a time. Shards that are ancestors of one of `shards` have been read to their ends.
struct stream_progress {
    std::string stream = {};                 ///< empty: the next one that exists
    std::int64_t created = 0;                ///< the creation time of that stream
    std::int64_t since = 0;                  ///< for shards that are entered without a parent
    bool from_horizon = false;               ///< nothing was read before, so that trimmed records are not a loss
    bool ended = false;                      ///< the stream has ended, and all of it has been read
    std::vector<shard_progress> shards = {}; ///< empty: none is entered yet

    friend bool operator==(stream_progress const&, stream_progress const&) = default;

    /// Null if the shard is not entered.
    shard_progress* find(std::string_view shard) noexcept;

    /// True if all shards that are entered have been read to their ends.
    bool is_done() const noexcept;
    /// True if some shard has been read to its end, so that it may have children to enter.
    bool has_done() const noexcept;

    /// True if no unread record is lost if the stream is no longer kept.
    bool is_read() const noexcept { return ended || (from_horizon && shards.empty()); }

    /// Enters those of the stream's shards that can be read now: those without a parent, and those whose parents have been read to
    /// their ends. `accept_loss`: also those whose parents are no longer kept and have not been read. Returns false, having
    /// changed nothing, if there are such shards and the loss is not accepted.
    bool enter(std::vector<stream_shard> const& listed, bool accept_loss);

    /// Enters the open shards, without requesting their positions, and marks the others as read.
    void enter_latest(std::vector<stream_shard> const& listed);

    /// Moves to the next stream.
    void follow(stream_status const& next);
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/changes/progress.ipp>
#endif
