// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/error.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/stream_shards.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace monotable::detail {

/// The streams of a store: those of tables that record their changes, and for a day after their end those that have ended.
template <class Engine>
class stream_directory {
    static constexpr std::int64_t kept = 24 * 60 * 60 * 1000;

  public:
    struct entry {
        entry(Engine& engine, stored_stream const& stored)
            : records(engine, stored),
              status(stored.status),
              number(number_of(stored.status.id)),
              ended(stored.ended) {}

        /// The engine's stream for a change at this time.
        typename Engine::stream& recording(std::int64_t now) {
            trim(now);
            return records;
        }
        void trim(std::int64_t now) { records.trim(now - kept); }

        typename Engine::stream records;
        stream_status const status;
        std::uint64_t const number; ///< its id
        std::int64_t ended;         ///< under the lock of the directory; 0: not yet
    };
    using handle = std::shared_ptr<entry>;

    explicit stream_directory(stream_options const& options) noexcept : options_(options) {}
    stream_directory(stream_directory const&) = delete;
    stream_directory& operator=(stream_directory const&) = delete;

    /// Greater than all earlier ids, also those of earlier programs on the same engine if the clock is not set back.
    std::uint64_t next_id(std::int64_t now) {
        std::lock_guard const lock(mutex_);
        return id_after(now);
    }
    void reserve_ids(std::uint64_t last) {
        std::lock_guard const lock(mutex_);
        if (last_id_ < last) last_id_ = last;
    }

    /// Opens a stream that the engine has.
    handle open(Engine& engine, stored_stream const& stored) {
        reserve_ids(number_of(stored.status.id));
        std::lock_guard const lock(mutex_);
        return add(engine, stored);
    }

    /// The stream that a table's settings require, or null. The destructor drops it unless it was kept.
    class started {
      public:
        explicit started(stream_directory& streams) noexcept : streams_(&streams) {}
        started(started const&) = delete;
        started& operator=(started const&) = delete;
        ~started() {
            if (handle_ != nullptr) streams_->forget(handle_);
        }

        void begin(Engine& engine, table_status const& table, std::int64_t now) {
            if (table.settings.stream == stream_view::none) return;
            std::lock_guard const lock(streams_->mutex_);
            stored_stream stored;
            stored.status.id = std::to_string(streams_->id_after(now));
            stored.status.table = table.description.name;
            stored.status.description = table.description;
            stored.status.view = table.settings.stream;
            stored.status.created = streams_->created_after(table.description.name, now);
            handle_ = streams_->add(engine, stored);
        }
        stream_directory::handle const& handle() const noexcept { return handle_; }
        void keep() noexcept { handle_.reset(); }

      private:
        stream_directory* streams_;
        stream_directory::handle handle_;
    };

    /// Has no effect if `stream` is null. REQUIRES: no further changes are recorded in it.
    void end(handle const& stream, std::int64_t now) noexcept {
        if (stream == nullptr) return;
        std::lock_guard const lock(mutex_);
        stream->ended = now;
    }

    std::vector<stream_status> list(std::string_view table, std::int64_t now) {
        std::lock_guard const lock(mutex_);
        drop_old(now);
        std::vector<stream_status> out;
        for (auto const& each : entries_) {
            if (!table.empty() && each->status.table != table) continue;
            out.push_back(each->status);
            out.back().enabled = each->ended == 0;
        }
        return out;
    }

    std::vector<stream_shard> shards(std::string_view id, std::int64_t now) {
        bool ended = false;
        auto const stream = find(number_of(id), now, ended);
        return shards_of(*stream, ended).list();
    }

    stream_position seek(stream_seek const& to, std::int64_t now) {
        bool ended = false;
        auto const stream = find(number_of(to.stream), now, ended);
        return shards_of(*stream, ended).seek(to).position();
    }

    stream_page read(stream_position const& from, std::size_t limit, std::int64_t now) {
        auto place = shard_place::of(from);
        bool ended = false;
        auto const stream = find(place.stream, now, ended);
        if (limit == 0 || limit > max_records) limit = max_records;
        auto const last = shards_of(*stream, ended).last_of(place.shard);
        stream_page page;
        std::size_t size = 0;
        stream->records.visit(place.number, [&](stored_record const& record) {
            if (record.sequence > last) return false;
            page.records.push_back({sequence_text(record.sequence), record.change, record.time, record.expired,
                                    record.keys, record.before, record.after});
            size += record.keys.bytes().size();
            for (auto const* each : {&record.before, &record.after})
                if (*each) size += (*each)->bytes().size();
            return page.records.size() != limit && size < max_page;
        });
        auto const shards = shards_of(*stream, ended); // afterwards, so that records trimmed meanwhile are detected
        shards.check(place);
        place.number += page.records.size();
        if (!shards.is_end(place)) page.next = place.position();
        return page;
    }

  private:
    static constexpr std::size_t max_records = 1000;
    static constexpr std::size_t max_page = 1024 * 1024;

    /// 0 if it is not the id of a stream.
    static std::uint64_t number_of(std::string_view id) noexcept {
        std::uint64_t result = 0;
        auto const [end, failure] = std::from_chars(id.data(), id.data() + id.size(), result);
        return failure == std::errc() && end == id.data() + id.size() ? result : 0;
    }

    stream_shards shards_of(entry const& stream, bool ended) const noexcept {
        std::uint64_t first = 0, next = 0;
        stream.records.range(first, next);
        return {stream.status, stream.number, options_, first, next, ended};
    }

    std::uint64_t id_after(std::int64_t now) noexcept {
        auto const least = now > 0 ? static_cast<std::uint64_t>(now) : 1;
        return last_id_ = last_id_ < least ? least : last_id_ + 1;
    }

    // REQUIRES: the lock is held. Clients distinguish a table's streams by the time, which must therefore be unique.
    std::int64_t created_after(std::string_view table, std::int64_t now) const noexcept {
        for (auto const& each : entries_)
            if (each->status.table == table && each->status.created >= now) now = each->status.created + 1;
        return now;
    }

    handle add(Engine& engine, stored_stream const& stored) {
        handle added(new entry(engine, stored));
        entries_.push_back(added);
        return added;
    }

    handle find(std::uint64_t id, std::int64_t now, bool& ended) {
        std::lock_guard const lock(mutex_);
        drop_old(now);
        for (auto const& each : entries_) {
            if (each->number != id) continue;
            ended = each->ended != 0;
            each->trim(now);
            return each;
        }
        throw store_error(store_fault::no_such_stream, "stream " + std::to_string(id) + ": ",
                          "Requested resource not found", {});
    }

    void drop_old(std::int64_t now) {
        for (std::size_t i = entries_.size(); i-- != 0;)
            if (entries_[i]->ended != 0 && entries_[i]->ended < now - kept) remove(i);
    }

    void remove(std::size_t i) {
        entries_[i]->records.drop();
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
    }

    void forget(handle const& stream) noexcept {
        std::lock_guard const lock(mutex_);
        for (std::size_t i = 0; i != entries_.size(); ++i)
            if (entries_[i] == stream) return remove(i);
    }

    stream_options const options_;
    std::mutex mutex_;
    std::vector<handle> entries_;
    std::uint64_t last_id_ = 0;
};

} // namespace monotable::detail
