// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/operation.hpp>
#include <monotable/backend/request.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/config.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/core/item.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

class maintenance; // backend/maintenance.hpp

/// A store of items with DynamoDB's operations, all of which may be called from several threads at once.
///
/// Requests, and all that they view, are borrowed for the call; replies own what they hold. Items are shown to the sink of their
/// request where it has one, and not held by the reply: see item_sink. A request's capacity_meter gets what it consumed, also if
/// a condition fails.
///
/// Errors: bad_value where a rule of the data model is broken, store_error for a malformed request, a missing table or index
/// (no_such_table), and operations that the store does not support. After an exception nothing was changed, unless its class is
/// `unknown`: see error_class. An item that does not exist and a condition that does not hold are not errors; the reply has them.
///
/// Each operation is carried out by perform(). To observe, delay, deny, record or repeat operations, derive from
/// forwarding_backend (backend/forwarding.hpp) and override perform() alone. To store items elsewhere, override the functions
/// whose names begin with do_, whose contracts are those of the public functions. Those that read may show items to the sinks
/// of their requests; items that they reply with instead are shown by perform().
class backend {
  public:
    backend() = default;
    backend(backend const&) = delete;
    backend& operator=(backend const&) = delete;
    virtual ~backend() = default;

    /// Carries out one operation and fills its reply. Throws what the operation throws; its reply is then unspecified. An override
    /// that does not pass the operation on shows the items of its reply to the sinks of the requests.
    MONOTABLE_INLINE virtual void perform(operation const& what);

    /// Puts, updates or erases one item if the condition holds, in one atomic and serializable step. If the condition does not
    /// hold, `done` is false and nothing was changed; erasing an item that does not exist is done. Without a condition a put or
    /// an erasure may be repeated after an unknown outcome. Cost: logarithmic in the number of items, and linear in the size of
    /// the item and the number of indexes whose entries change.
    write_outcome write(write_request const& request) { return run<calls::write>(request); }
    /// The item with this key, or the requested part of it, which may be empty; std::nullopt if it does not exist. Sees all
    /// writes that ended before if it is consistent; otherwise some of the last ones may be missing. Cost: logarithmic.
    std::optional<item> get(get_request const& request) { return run<calls::get>(request); }
    /// One page of the items of a partition, in the order of their sort keys: a snapshot of the table or index. The page of a
    /// partition without items is empty. Cost: logarithmic, then linear in the items evaluated, returned or not.
    item_page query(query_request const& request) { return run<calls::query>(request); }
    /// One page of all items of a table, index, or segment of one. Costs and guarantees are those of query(); successive pages
    /// together are not a snapshot.
    item_page scan(scan_request const& request) { return run<calls::scan>(request); }

    /// True if write() takes updates as `assignments`, which the library then makes instead of expressions if it can. Not an
    /// operation. A class that examines the updates of requests leaves it false.
    virtual bool takes_assignments() const noexcept { return false; }

    // write() with the kind set.
    write_outcome put(write_request request) { return write(as(request, write_kind::put)); }
    write_outcome update(write_request request) { return write(as(request, write_kind::update)); }
    write_outcome erase(write_request request) { return write(as(request, write_kind::erase)); }

    /// At most 100 gets of different items, each as if alone: not a snapshot. The reply has an element for each request, in
    /// their order; `unprocessed` lists those that have to be made again because the reply was full or the store was busy.
    batch_get_result batch_get(array_view<get_request> requests) { return run<calls::batch_get>(requests); }
    /// At most 25 puts and erasures without conditions, of different items. Each is atomic by itself; if one breaks a rule none
    /// is done. Returns the positions of those that were not done and have to be requested again, ascending. May be repeated
    /// as a whole after an unknown outcome.
    std::vector<std::size_t> batch_write(array_view<write_request> requests) {
        return run<calls::batch_write>(requests);
    }

    /// At most 100 gets, of 4 MB together, which see the same snapshot. The reply has an element for each request, in their
    /// order: std::nullopt for an item that does not exist.
    std::vector<std::optional<item>> transact_get(array_view<get_request> requests) {
        return run<calls::transact_get>(requests);
    }
    /// At most 100 writes and checks of different items, of 4 MB together: all of them or none, in one serializable step. If one
    /// cannot be done, `done` is false, nothing was changed, and its element has the reason. With a token that is not empty,
    /// repetitions within ten minutes change nothing and have the outcome of the first; so the transaction may be repeated
    /// after an unknown outcome. Throws store_error (token_reused) if the token came with other actions.
    transaction_outcome transact_write(array_view<write_request> actions, std::string_view token) {
        return run<calls::transact_write>({actions, token});
    }

    /// True if it was created, false if it exists with this description; throws store_error if it has another one. A table that
    /// was created need not be usable at once: status() has its state.
    bool create_table(table_description const& table, table_settings const& settings = {}) {
        return run<calls::create_table>({table, settings});
    }
    /// The description that the table was created with and the indexes that were added since. Throws store_error
    /// (no_such_table) if the table does not exist, as the functions that follow do.
    table_description describe(std::string_view table) { return run<calls::describe>(table); }
    /// The description with the settings, and the states and sizes of the table and each of its indexes. States are those at
    /// the time of the call; sizes may be hours old. A replicated store may not yet have the creation or deletion of a table.
    table_status status(std::string_view table) { return run<calls::status>(table); }
    /// The names of all tables, sorted.
    std::vector<std::string> tables() { return run<calls::tables>({}); }
    /// Adds a global index and fills it; items whose attributes cannot be its keys are left out. The index need not be usable at
    /// once: status() has its state. The same holds for changes of settings and, of what is deleted, for its absence.
    void add_index(std::string_view table, index_description const& index) { run<calls::add_index>({table, index}); }
    void drop_index(std::string_view table, std::string_view index) { run<calls::drop_index>({table, index}); }
    void change_settings(std::string_view table, table_settings const& settings) {
        run<calls::change_settings>({table, settings});
    }
    /// Deletes the table with its items. Its streams can be read for another day.
    void delete_table(std::string_view table) { run<calls::delete_table>(table); }
    /// The maintenance, such as expiring items, that the program must perform for a store whose engine runs in this process;
    /// null for a service, which performs it by itself. Owned by the store. Not an operation: perform() is not called.
    virtual maintenance* local_maintenance() noexcept { return nullptr; }

    /// The streams of one table or, if `table` is empty, of all tables: those that record, and for a day after their end those
    /// that have ended, also of deleted tables. Empty if there are none.
    std::vector<stream_status> streams(std::string_view table) { return run<calls::streams>(table); }
    /// The shards of a stream, in any order: those that are open, and closed ones whose records are kept. Throws store_error
    /// (no_such_stream).
    std::vector<stream_shard> shards(std::string_view stream) { return run<calls::shards>(stream); }
    /// A position to read from. Throws store_error: no_such_stream, no_such_shard, trimmed if the record of a sequence number is
    /// no longer kept, validation if it is not one of the shard.
    stream_position seek_stream(stream_seek const& place) { return run<calls::seek_stream>(place); }
    /// Records of a shard in order, from a position on, and the position after them: of up to `limit` records (0: 1000, which
    /// is also the most), and of fewer after 1 MB. Throws store_error: trimmed if the first of them is no longer kept, expired
    /// if the position is too old, no_such_stream, no_such_shard, validation if the text is not a position.
    stream_page read_stream(stream_position const& from, std::size_t limit = 0) {
        return run<calls::read_stream>({from, limit});
    }

  protected:
    virtual write_outcome do_write(write_request const& request) = 0;
    virtual std::optional<item> do_get(get_request const& request) = 0;
    virtual item_page do_query(query_request const& request) = 0;
    virtual item_page do_scan(scan_request const& request) = 0;
    virtual batch_get_result do_batch_get(array_view<get_request> requests) = 0;
    virtual std::vector<std::size_t> do_batch_write(array_view<write_request> requests) = 0;
    virtual std::vector<std::optional<item>> do_transact_get(array_view<get_request> requests) = 0;
    virtual transaction_outcome do_transact_write(array_view<write_request> actions, std::string_view token) = 0;
    virtual bool do_create_table(table_description const& table, table_settings const& settings) = 0;
    virtual table_description do_describe(std::string_view table) = 0;
    virtual table_status do_status(std::string_view table) = 0;
    virtual std::vector<std::string> do_tables() = 0;
    virtual void do_add_index(std::string_view table, index_description const& index) = 0;
    virtual void do_drop_index(std::string_view table, std::string_view index) = 0;
    virtual void do_change_settings(std::string_view table, table_settings const& settings) = 0;
    virtual void do_delete_table(std::string_view table) = 0;
    virtual std::vector<stream_status> do_streams(std::string_view table) = 0;
    virtual std::vector<stream_shard> do_shards(std::string_view stream) = 0;
    virtual stream_position do_seek_stream(stream_seek const& place) = 0;
    virtual stream_page do_read_stream(stream_position const& from, std::size_t limit) = 0;

  private:
    template <class Call>
    typename Call::reply run(typename Call::request const& request) {
        typename Call::reply reply{};
        perform({Call::kind, &request, &reply});
        return reply;
    }

    static write_request const& as(write_request& request, write_kind kind) noexcept {
        request.kind = kind;
        return request;
    }
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/backend/backend.ipp>
#endif
