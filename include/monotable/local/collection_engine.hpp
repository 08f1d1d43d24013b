// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/core/view.hpp>
#include <monotable/local/digest.hpp>
#include <monotable/meta/array_view.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// The storage under `local`: items and index entries addressed by two byte strings, ordered by the second within the first.
/// An engine does not interpret attributes; it can be implemented in memory, on a file or as a B+tree.
namespace monotable::detail {

/// Unique in its collection. An index entry's sort key ends in the table key of its item.
struct entry_key {
    std::string_view partition;
    std::string_view sort;

    friend bool operator==(entry_key const&, entry_key const&) = default;
};

struct stored_item {
    item_view view;
    std::uint32_t size;          ///< as DynamoDB counts
    void const* place = nullptr; ///< for the engine that showed it: where it was found
};

struct sort_range {
    std::string_view begin;
    std::string_view end; ///< not in the range
    bool bounded;         ///< false: there is no end
};

/// Both in the range.
struct hash_range {
    std::uint64_t first;
    std::uint64_t last;
};

/// Computes the partition_hash of bytes that are added piece by piece.
class partition_hasher {
  public:
    constexpr void add(std::string_view bytes) noexcept {
        for (auto const c : bytes) state_ = (state_ ^ byte(c)) * 1099511628211u;
    }
    constexpr std::uint64_t hash() const noexcept {
        auto hash = state_;
        hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdu;
        hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53u;
        return hash ^ (hash >> 33);
    }

  private:
    std::uint64_t state_ = 14695981039346656037u;
};

/// The order of partitions in scans: by this hash, then by their bytes.
constexpr std::uint64_t partition_hash(std::string_view partition) noexcept {
    partition_hasher out;
    out.add(partition);
    return out.hash();
}

/// An entry that appears, disappears or moves. An entry that stays where it is need not be mentioned when its item is
/// replaced.
struct index_change {
    std::size_t index;
    bool leaves; ///< `from`
    bool enters; ///< `to`
    entry_key from;
    entry_key to;
};

/// An increment of a collection_size.
struct size_change {
    std::int64_t items = 0;
    std::int64_t bytes = 0;
};

/// A record of a stream as it is kept.
struct stored_record {
    std::uint64_t sequence = 0; ///< from 1 without gaps
    change_kind change = change_kind::insert;
    std::int64_t time = 0; ///< milliseconds since 1970
    bool expired = false;  ///< removed because its time to live was over
    item keys = {};
    std::optional<item> before = {}; ///< if the stream's view has it
    std::optional<item> after = {};
};

template <class Table, class Stream>
struct item_change {
    Table* table;
    entry_key key;
    stored_item const* before; ///< the item that the same scope found; null if there was none
    stored_item const* item;   ///< null: the item, which exists, is erased
    array_view<index_change> indexes;
    array_view<size_change> sizes = {}; ///< one for each collection
    Stream* stream = nullptr;           ///< null: the change is not recorded
    stored_record* record = nullptr;    ///< for the stream, which gives it its number; moved from if the write is done
};

/// The token of a transaction, and the transaction's content.
struct stored_token {
    digest token;
    digest content;
    std::int64_t time; ///< milliseconds since 1970
};

/// How long a repeated transaction is recognized, in milliseconds.
inline constexpr std::int64_t token_lifetime = 10 * 60 * 1000;

/// A stream as it is kept.
struct stored_stream {
    stream_status status = {};
    std::int64_t ended = 0; ///< milliseconds since 1970; 0: enabled
};

/// An engine, constructed from the arguments that are passed to `local`. Functions that may throw throw store_error or
/// std::bad_alloc, and have changed nothing then.
///
/// # Tables
///
/// `Engine::table` is one table: collection 0 the items, collection i + 1 the entries of index i. It can neither be copied nor
/// moved. A call that changes a table (all but `size`) overlaps no other call for the same table; calls for different tables
/// may overlap.
///
/// - `table(engine, status)` opens a table, or creates it, without items, if it does not exist.
/// - `size(collection)`: items and bytes of a collection, all committed writes counted. May overlap reads, and writes if
///   `snapshots`. Constant time.
/// - `change(status)`: other settings.
/// - `add_index(status, locate)`: a last index, with an entry for each item for which `locate(stored_item)`, called once for
///   each, gives a key and not a null pointer. `locate` counts into `status.indexes.back()`: its value afterwards is the size.
/// - `drop_index(i, status)`: removes the index; those after it move up by one.
/// - `drop()`: the table no longer exists when the engine is opened again. No call for it follows.
///
/// `status` replaces the stored one, except for the sizes, which the engine maintains.
///
/// # Reads
///
/// `Engine::read_scope(engine)` owns what it shows: views stay valid until it is destroyed. A scope is used by one thread, any
/// number of scopes may overlap. `Engine::snapshots` specifies what a scope sees. False: the current state; no write of a table
/// overlaps the reads of that table and the use of their views. True: all writes that were committed when the scope first read,
/// and none after that.
///
/// - `find(table, key)`: the item, or an empty optional. Logarithmic in the number of items.
/// - `find_many(table, keys, found)`: optional; find() for all of the keys, faster together. Callers use detail::find_many.
/// - `visit(table, collection, partition, range, descending, visitor)`: calls `visitor(stored_item)` for the entries of a
///   partition in the order of their sort keys, for index entries with the item that they belong to, until it returns false.
///   Logarithmic, then constant for each item.
/// - `scan(table, collection, partitions, after, visitor)`: the same for all partitions in the order of partition_hash; only
///   entries after `after`, which need not exist, unless it is null.
///
/// # Writes
///
/// `Engine::write_scope(engine)`: plans and performs one write. No other scope writes to its tables. It owns what it shows.
///
/// - `find(table, key)`: like that of a read scope, but sees all earlier writes, committed or not.
/// - `find_token(token, now)`: the content of a transaction that was written under the token less than token_lifetime before,
///   or an empty optional.
/// - `write(changes, token)`: performs all of the changes, and stores the token unless it is null, or, if it throws, none of
///   them. Called at most once. The changes borrow their keys and items during the call. No two of them concern one item. Calls
///   with a token overlap no other such call, nor find_token.
/// - `settled()`: a ticket for everything written before.
///
/// `Engine::ticket` is the result of write(). `wait()` returns when the write is committed, with the durability that was requested
/// of the engine; it is called without any lock, at most once, by the thread that wrote, so that several writers can share one
/// commit. If it throws store_error, neither the write nor later writes that depend on it were performed, unless the error
/// is outcome_unknown.
///
/// # Streams
///
/// `Engine::stream` holds the records of a stream, numbered from 1 without gaps. Calls may overlap. `stream(engine, stored)`
/// opens one, or creates it if it does not exist. `range(first, next)` gives the first number that is kept and the one after the
/// last. `visit(sequence, visitor)`: calls `visitor(record)` for records from a number on, until it returns false. Both show
/// committed records only. `trim(time)`: drops records that are older. `end(time)`: no records follow. `drop()`: like that of a
/// table; does not throw.
///
/// # All
///
/// `engine.each_table(visitor)` calls `visitor(status)` for the tables that exist when a store is constructed, `each_stream`
/// `visitor(stored)` for the streams; afterwards they are opened.
///
/// `engine.atomically(f)` calls `f()`, which changes tables and streams as a whole, and commits all changes. If it throws,
/// nothing is changed. It may overlap reads and writes of other tables.
template <class Engine>
concept collection_engine =
    requires(Engine& engine, typename Engine::table& table, typename Engine::table const& constant,
             table_status const& status, void (*found)(table_status const&), entry_key const* (*locate)(stored_item)) {
        { Engine::snapshots } -> std::convertible_to<bool>;
        requires std::constructible_from<typename Engine::table, Engine&, table_status const&>;
        { constant.size(std::size_t()) } -> std::same_as<collection_size>;
        table.change(status);
        table.add_index(status, locate);
        table.drop_index(std::size_t(), status);
        table.drop();
        engine.each_table(found);
    } &&
    requires(typename Engine::read_scope& scope, typename Engine::table const& table, entry_key key,
             std::string_view partition, sort_range range, hash_range hashes, bool (*visitor)(stored_item)) {
        requires std::constructible_from<typename Engine::read_scope, Engine&>;
        { scope.find(table, key) } -> std::same_as<std::optional<stored_item>>;
        scope.visit(table, std::size_t(), partition, range, true, visitor);
        scope.scan(table, std::size_t(), hashes, &key, visitor);
    } &&
    requires(typename Engine::write_scope& scope, typename Engine::ticket& ticket, typename Engine::table const& table,
             entry_key key, digest const& name, stored_token const* token,
             array_view<item_change<typename Engine::table, typename Engine::stream>> changes) {
        requires std::constructible_from<typename Engine::write_scope, Engine&>;
        requires std::semiregular<typename Engine::ticket>;
        { scope.find(table, key) } -> std::same_as<std::optional<stored_item>>;
        { scope.find_token(name, std::int64_t()) } -> std::same_as<std::optional<digest>>;
        { scope.write(changes, token) } -> std::same_as<typename Engine::ticket>;
        { scope.settled() } -> std::same_as<typename Engine::ticket>;
        ticket.wait();
    } &&
    requires(Engine& engine, typename Engine::stream& stream, stored_stream const& stored, std::uint64_t& number,
             bool (*visitor)(stored_record const&), void (*found)(stored_stream const&), void (*change)()) {
        requires std::constructible_from<typename Engine::stream, Engine&, stored_stream const&>;
        stream.range(number, number);
        stream.visit(std::uint64_t(), visitor);
        stream.trim(std::int64_t());
        stream.end(std::int64_t());
        stream.drop();
        engine.each_stream(found);
        engine.atomically(change);
    };

/// Sets `found[i]` to the result of `scope.find(table, keys[i])` for each key. Scopes can do it faster than one by one, see
/// `find_many` of collection_engine.
template <class Scope, class Table>
void find_many(Scope& scope, Table const& table, array_view<entry_key> keys, std::optional<stored_item>* found) {
    if constexpr (requires { scope.find_many(table, keys, found); }) scope.find_many(table, keys, found);
    else
        for (std::size_t i = 0; i != keys.size(); ++i) found[i] = scope.find(table, keys[i]);
}

} // namespace monotable::detail
