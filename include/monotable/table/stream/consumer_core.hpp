// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/store/stream.hpp>
#include <monotable/table/stream/change.hpp>
#include <monotable/table/stream/checkpoint.hpp>

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

    changes read(std::size_t limit) {
        if (limit == 0) limit = default_limit;
        if (!committed_) load(oldest);
        changes found;
        auto place = committed_->place;
        bool gap = false;
        while (found.size() < limit) {
            if (place.closed && !enter_next(place)) break;
            stream_page page;
            if (!read_page(place, limit - found.size(), page)) {
                if (!found.empty()) break; // the next read is told
                lost();
                gap = true;
                if (place.sequence != 0) place.sequence = 0;
                else if (!enter_next(place)) break;
                continue;
            }
            bool const first = place.sequence == 0;
            place.sequence = first && page.records.empty() && page.closed ? 0 : page.next;
            place.closed = page.closed;
            for (auto& each : page.records) add(found, place.stream, std::move(each), gap && found.empty());
            if (page.records.empty() && !page.closed) break;
        }
        end_ = found.empty() && gap ? committed_->place : place;
        return found;
    }

    bool commit() { return committed_ && (!end_ || *end_ == committed_->place || move_to(*end_)); }

    bool commit(change_position done) {
        if (!committed_) return false;
        stream_place const place{done.stream, done.sequence + 1, false};
        if (place.stream < committed_->place.stream) return true;
        if (place.stream == committed_->place.stream && place.sequence <= committed_->place.sequence) return true;
        if (end_ && end_->stream == place.stream && end_->sequence == place.sequence) return move_to(*end_);
        return move_to(place);
    }

    bool seek(stream_end to) { return seek_to(place_of(to)); }
    bool seek(change_position to) { return seek_to({to.stream, to.sequence, false}); }
    bool seek(timestamp time) { return seek_to(place_of(time.time_since_epoch().count())); }

  private:
    static constexpr std::size_t default_limit = 1000;

    static void add(changes& to, std::uint64_t stream, stream_record&& record, bool after_gap) {
        to.push_back(std::make_shared<recorded_change const>(recorded_change{stream, after_gap, std::move(record)}));
    }

    void load(stream_end start) {
        committed_ = checkpoints_.find();
        if (!committed_) committed_ = checkpoints_.create(place_of(start));
        end_.reset();
    }

    bool move_to(stream_place to) {
        if (checkpoints_.replace(*committed_, to)) return true;
        committed_.reset();
        end_.reset();
        return false;
    }
    bool seek_to(stream_place to) {
        if (!committed_) load(oldest);
        end_.reset();
        return move_to(to);
    }

    [[noreturn]] void refuse() const {
        throw store_error(
            store_fault::trimmed,
            std::string("monotable: consumer ").append(name()).append(" of ").append(table_).append(": "),
            "The operation attempted to read past the oldest stream record in a shard.",
            " Records that it has not read are no longer kept; seek(oldest) goes on with those that are, and "
            "so does "
            "when_trimmed::restart");
    }
    void lost() const {
        if (options_.trimmed == when_trimmed::fail) refuse();
    }

    /// False: records from there on are no longer kept.
    bool read_page(stream_place from, std::size_t limit, stream_page& page) {
        try {
            page = store_->read_stream({from.stream, from.sequence, limit});
            return true;
        } catch (store_error const& e) {
            if (e.fault() != store_fault::trimmed && e.fault() != store_fault::no_such_stream) throw;
            return false;
        }
    }

    /// The streams of the table, as they were turned on.
    std::vector<stream_status> streams() {
        auto found = store_->streams(table_);
        for (std::size_t i = 1; i < found.size(); ++i)
            for (std::size_t j = i; j != 0 && found[j].id < found[j - 1].id; --j) std::swap(found[j], found[j - 1]);
        return found;
    }

    /// Moves to the stream behind. From its first record, so that it is noticed if that is no longer kept, unless the place
    /// was the oldest that is kept.
    bool enter_next(stream_place& place) {
        for (auto const& each : streams()) {
            if (each.id <= place.stream) continue;
            place = {each.id, place.sequence == 0 && place.stream != 0 ? 0u : 1u, false};
            return true;
        }
        return false;
    }

    stream_place place_of(stream_end end) {
        auto const all = streams();
        if (all.empty()) return {0, 1, true};
        if (end == oldest) return {all.front().id, 0, false};
        return {all.back().id, all.back().next, !all.back().enabled};
    }

    /// Of the first record that is not older.
    stream_place place_of(std::int64_t time) {
        for (auto const& each : streams()) {
            stream_place place{each.id, 0, false};
            while (!place.closed) {
                stream_page page;
                if (!read_page(place, default_limit, page)) {
                    if (place.sequence == 0) break;
                    place.sequence = 0;
                    continue;
                }
                for (auto const& record : page.records)
                    if (record.time >= time) return {each.id, record.sequence, false};
                if (page.records.empty()) break;
                place.sequence = page.next;
                place.closed = page.closed;
            }
        }
        return place_of(latest);
    }

    std::shared_ptr<backend> store_;
    std::string table_;
    consumer_options options_;
    checkpoint_table checkpoints_;
    std::optional<checkpoint> committed_; ///< absent: to be read again
    std::optional<stream_place> end_;     ///< behind what was read
};

} // namespace detail
} // namespace monotable
