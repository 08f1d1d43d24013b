// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/clock.hpp>
#include <monotable/backend/description_rules.hpp>
#include <monotable/backend/maintenance.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/core/text.hpp>
#include <monotable/error.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/local_table.hpp>
#include <monotable/local/item_write.hpp>
#include <monotable/local/stream_directory.hpp>
#include <monotable/local/table_directory.hpp>
#include <monotable/local/time_to_live.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The tables of a local store, and the operations on whole tables.
template <collection_engine Engine>
class local_tables : public backend, private maintenance {
  public:
    using table_type = local_table<Engine>;
    using opened = locked_table<table_type>;
    using read_scope = typename Engine::read_scope;
    using write_scope = typename Engine::write_scope;

    template <class... Arguments>
    local_tables(clock_function clock, stream_options const& stream_sizes, Arguments&&... arguments)
        : engine_(std::forward<Arguments>(arguments)...), streams_(stream_sizes), clock_(std::move(clock)) {
        std::vector<stored_stream> streams;
        engine_.each_stream([&](stored_stream const& each) { streams.push_back(each); });
        std::vector<typename table_type::stream_handle> enabled;
        for (auto const& each : streams) {
            auto stream = streams_.open(engine_, each);
            if (each.ended == 0) enabled.push_back(std::move(stream));
        }
        engine_.each_table([&](table_status const& each) {
            streams_.reserve_ids(each.id);
            std::unique_ptr<table_type> table(new table_type(engine_, each));
            for (auto const& stream : enabled)
                if (stream->status.table == each.description.name) table->set_stream(stream);
            tables_.add(each.description.name, std::move(table));
        });
    }

    maintenance* local_maintenance() noexcept final { return this; }

  protected:
    bool do_create_table(table_description const& wanted, table_settings const& settings) final {
        check(wanted);
        check_settings(wanted.name, settings);
        std::lock_guard const lock(changing_);
        if (tables_.find(wanted.name) != nullptr) {
            if (opened(tables_, wanted.name, table_access::read)->description() == wanted) return false;
            throw store_error(store_fault::table_exists, {}, "Table already exists: " + wanted.name,
                              " with another description");
        }
        table_status status;
        status.description = wanted;
        status.settings = settings;
        status.created = now();
        status.id = streams_.next_id(status.created);
        status.indexes.resize(wanted.indexes.size());
        std::unique_ptr<table_type> table;
        started_stream stream(streams_);
        engine_.atomically([&] {
            table.reset(new table_type(engine_, status));
            stream.begin(engine_, status, status.created);
        });
        table->set_stream(stream.handle());
        tables_.add(wanted.name, std::move(table));
        stream.keep();
        return true;
    }

    table_description do_describe(std::string_view table) final {
        return named(table, table_access::read)->description();
    }

    table_status do_status(std::string_view table) final { return named(table, table_access::read)->status(); }

    std::vector<std::string> do_tables() final {
        std::vector<std::string> out;
        for (auto* each = tables_.first(); each != nullptr; each = tables_.following(*each)) {
            auto place = out.size();
            for (std::size_t low = 0; low != place;) {
                auto const middle = (low + place) / 2;
                if (out[middle] < each->name) low = middle + 1;
                else place = middle;
            }
            // A table that was deleted and created again meanwhile can lead back to earlier ones.
            if (place != out.size() && out[place] == each->name) continue;
            out.insert(out.begin() + static_cast<std::ptrdiff_t>(place), each->name);
        }
        return out;
    }

    void do_add_index(std::string_view table, index_description const& index) final {
        auto const locked = named(table, table_access::change);
        auto status = locked->status();
        std::size_t global = 0;
        for (auto const& each : status.description.indexes) global += !each.local;
        if (global == max_global_indexes && !index.local)
            throw store_error(
                store_fault::limit_exceeded, where(table),
                "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of 20", {});
        status.description.indexes.push_back(index);
        check(status.description);
        if (index.local) refuse(table, "A local secondary index can only be created with its table", ": " + index.name);
        status.indexes.emplace_back();
        std::unique_ptr<table_type> changed(new table_type(status));
        auto const& in = changed->collection(index.name);
        auto& size = status.indexes.back();
        entry_location place;
        entry_key key;
        engine_.atomically([&] {
            size = {};
            locked->storage().add_index(status, [&](stored_item item) -> entry_key const* {
                if (!in.keys.locate(item.view, place)) return nullptr;
                ++size.items;
                size.bytes += in.entry_size(item);
                key = place.key();
                return &key;
            });
        });
        locked.replace(std::move(changed));
    }

    void do_drop_index(std::string_view table, std::string_view index) final {
        auto const locked = named(table, table_access::change);
        auto status = locked->status();
        auto& indexes = status.description.indexes;
        std::size_t i = 0;
        while (i != indexes.size() && indexes[i].name != index) ++i;
        if (i == indexes.size())
            throw store_error(store_fault::no_such_table, where(table), "Requested resource not found",
                              ": Index: " + std::string(index) + " not found");
        if (indexes[i].local) refuse(table, "A local secondary index cannot be deleted", ": " + std::string(index));
        indexes.erase(indexes.begin() + static_cast<std::ptrdiff_t>(i));
        status.indexes.erase(status.indexes.begin() + static_cast<std::ptrdiff_t>(i));
        std::unique_ptr<table_type> changed(new table_type(status));
        engine_.atomically([&] { locked->storage().drop_index(i, status); });
        locked.replace(std::move(changed));
    }

    void do_change_settings(std::string_view table, table_settings const& settings) final {
        check_settings(table, settings);
        auto const locked = named(table, table_access::change);
        auto const& old = locked->settings();
        bool const restarted = old.stream != settings.stream;
        if (restarted && old.stream != stream_view::none && settings.stream != stream_view::none)
            refuse(table, "Table already has an enabled stream: TableName: " + std::string(table));
        if (!old.time_to_live.empty() && !settings.time_to_live.empty() && old.time_to_live != settings.time_to_live)
            refuse(table,
                   "TimeToLive is active on a different AttributeName: current AttributeName is " + old.time_to_live);
        auto status = locked->status();
        status.settings = settings;
        auto const time = now();
        started_stream stream(streams_);
        engine_.atomically([&] {
            locked->storage().change(status);
            if (!restarted) return;
            stream.begin(engine_, status, time);
            if (locked->stream() != nullptr) locked->stream()->records.end(time);
        });
        locked->set_settings(std::move(status.settings));
        if (!restarted) return;
        streams_.end(locked->stream(), time);
        locked->set_stream(stream.handle());
        stream.keep();
    }

    void do_delete_table(std::string_view table) final {
        std::unique_ptr<table_type> deleted; // destroyed after the locks are released
        std::lock_guard const lock(changing_);
        auto const locked = named(table, table_access::change);
        auto const time = now();
        engine_.atomically([&] {
            locked->storage().drop();
            if (locked->stream() != nullptr) locked->stream()->records.end(time);
        });
        streams_.end(locked->stream(), time);
        deleted = tables_.remove(locked.entry());
    }

    std::size_t expire_items(std::int64_t now) final {
        std::size_t erased = 0;
        for (auto* each = tables_.first(); each != nullptr; each = tables_.following(*each)) {
            entry_location after;
            while (expire_some(*each, now, after, erased)) {}
        }
        return erased;
    }

    std::vector<stream_status> do_streams(std::string_view table) final { return streams_.list(table, now()); }
    std::vector<stream_shard> do_shards(std::string_view stream) final { return streams_.shards(stream, now()); }
    stream_position do_seek_stream(stream_seek const& place) final { return streams_.seek(place, now()); }
    stream_page do_read_stream(stream_position const& from, std::size_t limit) final {
        return streams_.read(from, limit, now());
    }

    Engine& engine() noexcept { return engine_; }
    table_directory<table_type> const& directory() const noexcept { return tables_; }

    clock_function const& store_clock() const noexcept { return clock_; }
    std::int64_t now() const { return clock_(); }

    /// Performs a planned write if it changes something. The caller waits for the ticket before it reports the outcome, even if
    /// nothing changes, since the outcome may depend on a write that is not committed yet.
    typename Engine::ticket commit(write_scope& scope, item_write<table_type>& planned, bool expired = false) {
        if (!planned.changes()) return scope.settled();
        auto const change = planned.change(clock_, expired);
        return scope.write({&change, 1}, nullptr);
    }

  private:
    using entry_type = typename table_directory<table_type>::entry;
    using started_stream = typename stream_directory<Engine>::started;

    // Examines some items after `after`, so that the table is locked only for a short time. False at the end.
    bool expire_some(entry_type& entry, std::int64_t now, entry_location& after, std::size_t& erased) {
        std::vector<item> expired;
        std::size_t seen = 0;
        entry_location last;
        typename Engine::ticket done;
        {
            swept_table const locked(entry);
            if (entry.table == nullptr) return false;
            auto& table = *entry.table;
            auto const& attribute = table.settings().time_to_live;
            if (attribute.empty()) return false;
            auto const start = after.key();
            read_scope(engine_).scan(table.storage(), 0, {0, ~std::uint64_t()},
                                     start.partition.empty() ? nullptr : &start, [&](stored_item item) {
                                         if (is_expired(item.view, attribute, now))
                                             expired.push_back(project(item.view, table.items().keys.names()));
                                         if (++seen != expiry_step) return true;
                                         table.items().keys.locate(item.view, last);
                                         return false;
                                     });
            for (auto const& key : expired) {
                write_request const request{.table = entry.name, .item = key, .kind = write_kind::erase};
                write_scope scope(engine_);
                item_write<table_type> planned(table, scope, request, table.buffers());
                planned.check();
                planned.evaluate();
                // An item that a snapshot showed may be out of date.
                if (!planned.before() || !is_expired(planned.before()->view, attribute, now)) continue;
                done = commit(scope, planned, true);
                ++erased;
            }
        }
        done.wait();
        after = std::move(last);
        return seen == expiry_step;
    }

    struct swept_table {
        explicit swept_table(entry_type& swept) : entry(swept) { entry.guard.lock(table_access::write); }
        swept_table(swept_table const&) = delete;
        swept_table& operator=(swept_table const&) = delete;
        ~swept_table() { entry.guard.unlock(table_access::write); }

        entry_type& entry;
    };

    static constexpr std::size_t expiry_step = 256;

    static std::string where(std::string_view table) { return "table " + std::string(table) + ": "; }

    static void check_settings(std::string_view table, table_settings const& settings) {
        auto const& attribute = settings.time_to_live;
        if (attribute.size() > 255 || !is_utf8(attribute))
            refuse(table, "A time to live attribute must be of 1 to 255 bytes of UTF-8",
                   ": " + detail::quoted(attribute));
    }

    // For operations on whole tables, whose errors name a table that does not exist.
    opened named(std::string_view table, table_access access) const { return opened(tables_, table, access, true); }

    Engine engine_;
    stream_directory<Engine> streams_;
    table_directory<table_type> tables_; // after the streams, which the tables refer to
    std::mutex changing_;                // held while the set of tables changes
    clock_function const clock_;
};

} // namespace monotable::detail
