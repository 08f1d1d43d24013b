// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/changes/change.hpp>
#include <monotable/changes/checkpoint.hpp>
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

/// The ends of what is kept of a table's changes.
enum class stream_end : std::uint8_t { oldest, latest };
inline constexpr stream_end oldest = stream_end::oldest;
inline constexpr stream_end latest = stream_end::latest; ///< behind the newest record

/// What a consumer does that was away for so long that records it has not read are no longer kept.
enum class when_trimmed : std::uint8_t {
    fail,   ///< read() throws store_error with store_fault::trimmed
    restart ///< goes on with the oldest that is kept, whose after_gap() is true
};

struct consumer_options {
    when_trimmed trimmed = when_trimmed::fail;
    stream_end start = oldest;                       ///< where a consumer begins whose name is new
    std::string checkpoints = "monotable-consumers"; ///< the table of checkpoints; created if there is none
};

namespace detail {

/// Reads the streams of one table in order, from a durable checkpoint on. Knows nothing of entities.
class consumer_core {
  public:
    using changes = std::vector<std::shared_ptr<recorded_change const>>;

    consumer_core(std::shared_ptr<backend> store, std::string_view table, std::string_view name,
                  consumer_options options)
        : store_(std::move(store)),
          table_(table),
          options_(std::move(options)),
          checkpoints_(*store_, options_.checkpoints, table, name) {
        load(options_.start);
    }

    std::string_view name() const noexcept { return checkpoints_.consumer(); }

    changes read(std::size_t limit);

    bool commit();

    bool commit(change_position done);

    bool seek(stream_end to) { return seek_to(place_of(to)); }
    bool seek(change_position to) { return seek_to({to.stream, to.sequence, false}); }
    bool seek(timestamp time) { return seek_to(place_of(time.time_since_epoch().count())); }

  private:
    static constexpr std::size_t default_limit = 1000;

    static void add(changes& to, std::uint64_t stream, stream_record&& record, bool after_gap);

    void load(stream_end start);

    bool move_to(stream_place to);
    bool seek_to(stream_place to);

    [[noreturn]] void refuse() const;
    void lost() const;

    /// False: records from there on are no longer kept.
    bool read_page(stream_place from, std::size_t limit, stream_page& page);

    /// The streams of the table, as they were turned on.
    std::vector<stream_status> streams();

    /// Moves to the stream behind. From its first record, so that it is noticed if that is no longer kept, unless the place
    /// was the oldest that is kept.
    bool enter_next(stream_place& place);

    stream_place place_of(stream_end end);

    /// Of the first record that is not older.
    stream_place place_of(std::int64_t time);

    std::shared_ptr<backend> store_;
    std::string table_;
    consumer_options options_;
    checkpoint_table checkpoints_;
    std::optional<checkpoint> committed_; ///< absent: to be read again
    std::optional<stream_place> end_;     ///< behind what was read
};

} // namespace detail
} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/changes/consumer_core.ipp>
#endif
