// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/error.hpp>
#include <monotable/local/collection_engine.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// The streams of a store: those of tables that record their changes, and for another day those that have ended.
template <class Engine>
class stream_directory {
    static constexpr std::int64_t kept = 24 * 60 * 60 * 1000;

  public:
    struct entry {
        entry(Engine& engine, stored_stream const& stored)
            : records(engine, stored), status(stored.status), ended(stored.ended) {}

        /// Where to record something that happens now.
        typename Engine::stream& recording(std::int64_t now) {
            trim(now);
            return records;
        }
        void trim(std::int64_t now) { records.trim(now - kept); }

        typename Engine::stream records;
        stream_status const status;
        std::int64_t ended; ///< under the lock of the directory; 0: not yet
    };
    using handle = std::shared_ptr<entry>;

    stream_directory() = default;
    stream_directory(stream_directory const&) = delete;
    stream_directory& operator=(stream_directory const&) = delete;

    /// Greater than any before, also of earlier programs on the same engine, if clocks go on.
    std::uint64_t next_id(std::int64_t now) {
        std::lock_guard const lock(mutex_);
        return id_after(now);
    }
    void reserve_ids(std::uint64_t last) {
        std::lock_guard const lock(mutex_);
        if (last_id_ < last) last_id_ = last;
    }

    /// Opens one that is there already.
    handle open(Engine& engine, stored_stream const& stored) {
        reserve_ids(stored.status.id);
        std::lock_guard const lock(mutex_);
        return add(engine, stored);
    }

    /// The stream that a table's settings ask for, or null. It goes again unless it is kept.
    class begun {
      public:
        explicit begun(stream_directory& streams) noexcept : streams_(&streams) {}
        begun(begun const&) = delete;
        begun& operator=(begun const&) = delete;
        ~begun() {
            if (handle_ != nullptr) streams_->forget(handle_);
        }

        void begin(Engine& engine, table_status const& table, std::int64_t now) {
            if (table.settings.stream == stream_view::none) return;
            std::lock_guard const lock(streams_->mutex_);
            stored_stream stored;
            stored.status.id = streams_->id_after(now);
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

    /// Requires that nothing is recorded in it any more. Null: there is nothing to do.
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
            each->trim(now);
            out.push_back(each->status);
            out.back().enabled = each->ended == 0;
            each->records.range(out.back().first, out.back().next);
        }
        return out;
    }

    stream_page read(stream_position const& from, std::int64_t now) {
        bool ended = false;
        auto const stream = find(from.stream, now, ended);
        stream->trim(now);
        stream_page page;
        auto const limit = from.limit == 0 || from.limit > max_records ? max_records : from.limit;
        std::size_t size = 0;
        stream->records.visit(from.sequence, [&](stream_record const& record) {
            page.records.push_back(record);
            size += record.keys.bytes().size();
            for (auto const* each : {&record.before, &record.after})
                if (*each) size += (*each)->bytes().size();
            return page.records.size() != limit && size < max_page;
        });
        std::uint64_t first = 0, next = 0;
        stream->records.range(first, next);
        if (from.sequence != 0 && from.sequence < first)
            throw store_error(store_fault::trimmed, where(stream->status.table, from.stream),
                              "The operation attempted to read past the oldest stream record in a shard.",
                              " It is " + std::to_string(first) + ", not " + std::to_string(from.sequence));
        page.next = !page.records.empty()   ? page.records.back().sequence + 1
                    : from.sequence > first ? from.sequence
                                            : first;
        page.closed = ended && page.next >= next;
        return page;
    }

  private:
    static constexpr std::size_t max_records = 1000;
    static constexpr std::size_t max_page = 1024 * 1024;

    std::uint64_t id_after(std::int64_t now) noexcept {
        auto const least = now > 0 ? static_cast<std::uint64_t>(now) : 1;
        return last_id_ = last_id_ < least ? least : last_id_ + 1;
    }

    // Under lock. Clients tell a table's streams apart by the time, even those of one millisecond.
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
            if (each->status.id != id) continue;
            ended = each->ended != 0;
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

    static std::string where(std::string const& table, std::uint64_t id) {
        return "stream " + std::to_string(id) + " of table " + table + ": ";
    }

    std::mutex mutex_;
    std::vector<handle> entries_;
    std::uint64_t last_id_ = 0;
};

} // namespace monotable::detail
