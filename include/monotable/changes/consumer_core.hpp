// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/changes/change.hpp>
#include <monotable/changes/checkpoint.hpp>
#include <monotable/changes/progress.hpp>
#include <monotable/config.hpp>
#include <monotable/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

namespace detail {

/// The two ends of a table's recorded changes.
enum class stream_end : std::uint8_t { oldest, latest };

} // namespace detail

inline constexpr detail::stream_end oldest = detail::stream_end::oldest;
inline constexpr detail::stream_end latest = detail::stream_end::latest; ///< after the newest record

/// The behavior of a consumer if records that it has not read are no longer kept, because it was not run for too long.
enum class when_trimmed : std::uint8_t {
    fail,   ///< read() throws store_error with store_fault::trimmed
    restart ///< continues with the oldest record that is kept, whose after_gap() is true
};

struct consumer_options {
    when_trimmed trimmed = when_trimmed::fail;
    detail::stream_end start = oldest;               ///< where a consumer without a checkpoint begins
    std::string checkpoints = "monotable-consumers"; ///< the table of checkpoints; created if it does not exist
};

namespace detail {

/// Reads the streams of one table from a durable checkpoint on: streams in the order in which they were enabled; within a stream,
/// parents before their children, and all shards that can be read in turn. Independent of entities.
class consumer_core {
  public:
    using changes = std::vector<std::shared_ptr<recorded_change const>>;

    consumer_core(std::shared_ptr<backend> store, std::string_view table, std::string_view name,
                  consumer_options options);

    std::string_view name() const noexcept { return checkpoints_.consumer(); }

    changes read(std::size_t limit);

    bool commit();

    bool commit(change_position const& done);

    bool seek(stream_end to);
    bool seek(change_position const& to);
    bool seek(timestamp time);

  private:
    static constexpr std::size_t default_limit = 1000;

    /// The beginning of a page of the last read.
    struct page_mark {
        std::size_t first;        ///< of its changes
        stream_progress progress; ///< before it
        std::string shard;
    };

    enum class step : std::uint8_t {
        read,    ///< records were read
        nothing, ///< no records were available
        lost     ///< records that were not read are no longer kept
    };

    void load(stream_end start);
    void forget_batch();

    bool move_to(stream_progress to);
    bool seek_to(stream_progress const& to);

    [[noreturn]] void refuse() const;

    /// One page of each shard that can be read, until there are `limit` changes.
    step read_shards(changes& found, std::size_t limit, bool gap);
    step read_shard(shard_progress& from, changes& found, std::size_t limit, bool gap);
    /// Adds the records of a page to `found`, and moves to the position after it.
    void take(shard_progress& in, stream_page&& page, changes& found, bool gap);

    /// Enters shards and streams that can be read now. `lost`: some of them no longer exist.
    step advance();
    /// After records were lost: moves to the oldest ones that are kept.
    void skip_lost();

    /// Requests a position in the shard.
    void open(shard_progress& shard);
    stream_page read_page(shard_progress& from, std::size_t limit);

    /// The shards of the stream; absent if it is no longer kept.
    std::optional<std::vector<stream_shard>> shards();
    /// The streams of the table, in the order in which they were enabled.
    std::vector<stream_status> streams();
    bool enter_next_stream();

    stream_progress start_of(stream_end end);

    std::shared_ptr<backend> store_;
    std::string table_;
    consumer_options options_;
    checkpoint_table checkpoints_;
    std::optional<checkpoint> committed_; ///< absent: must be read again
    stream_progress now_ = {};            ///< the current position during a read
    std::optional<stream_progress> end_;  ///< the position after the last read
    std::vector<page_mark> pages_;        ///< of the last read
    std::vector<std::string> sequences_;  ///< of the last read
    std::size_t done_ = 0;                ///< the number of them that are committed
    std::string
        lost_; ///< the shard of which records were lost; empty: the stream, or shards before those that are kept
};

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/changes/consumer_core.ipp>
#endif
