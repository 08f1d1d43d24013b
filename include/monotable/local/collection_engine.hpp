// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/core/view.hpp>
#include <monotable/meta/array_view.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// What `local` stands on: items and index entries addressed by two byte strings, ordered by the second within the first.
/// An engine knows nothing of attributes; a memory, a file or a B+tree can take its place.
namespace monotable::detail {

/// Unique in its collection. An index entry's sort key ends in the table key of its item.
struct entry_key {
    std::string_view partition;
    std::string_view sort;

    friend bool operator==(entry_key const&, entry_key const&) = default;
};

struct stored_item {
    item_view view;
    std::uint32_t size; ///< as DynamoDB counts
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

/// The order of partitions in scans: by this hash, then by their bytes.
constexpr std::uint64_t partition_hash(std::string_view partition) noexcept {
    std::uint64_t hash = 14695981039346656037u;
    for (auto const c : partition) hash = (hash ^ byte(c)) * 1099511628211u;
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdu;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53u;
    return hash ^ (hash >> 33);
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

/// What is added to a collection_size.
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
    std::optional<item> before = {}; ///< as the stream's view says
    std::optional<item> after = {};
};

template <class Table, class Stream>
struct item_change {
    Table* table;
    entry_key key;
    stored_item const* item; ///< null: the item, which exists, is erased
    array_view<index_change> indexes;
    array_view<size_change> sizes = {}; ///< of all collections, for engines that keep table_status with the items
    Stream* stream = nullptr;           ///< null: the change is not recorded
    stored_record* record = nullptr;    ///< for the stream, which gives it its number; moved from if the write is done
};

/// A stream as it is kept.
struct stored_stream {
    stream_status status = {};
    std::int64_t ended = 0; ///< milliseconds since 1970; 0: enabled
};

/// An engine. `Engine::table` holds one table: collection 0 the items, collection i + 1 the entries of index i. Calls for one
/// table do not overlap, writes included; `local` sees to it. Calls for different tables do.
///
/// `table(engine, status)` opens a table, and creates it if need be. It can neither be copied nor moved.
///
/// `find(key)`: the item of collection 0, good until the next write.
///
/// `visit(collection, partition, range, descending, visitor)`: calls `visitor(stored_item)`, for index entries with the item that
/// they belong to, until it returns false. The item is good during the call.
///
/// `scan(collection, partitions, after, visitor)`: the same in the order of partition_hash; entries behind `after`, which need not
/// exist, or all if it is null.
///
/// `change(status)`: other settings. `add_index(status, locate)`: a last index, with an entry for each item for which
/// `locate(stored_item)`, called once, gives its key and no null pointer. `drop_index(i, status)`: those behind it move up. `status` is what is to be
/// kept from then on. `drop()`: the table is gone when its store is opened again.
///
/// `Engine::stream` holds the records of a stream, numbered from 1 without gaps. Calls may overlap. `stream(engine, stored)`
/// opens one, and creates it if need be. `range(first, next)` gives the first number that is kept and the one behind the
/// last. `visit(sequence, visitor)`: calls `visitor(record)` for records from a number on, until it returns false.
/// `trim(time)`: drops those that are older. `end(time)`: there will be no more. `drop()`: as of a table.
///
/// `engine.each_table(visitor)` calls `visitor(status)` for the tables that are there when a store is made, `each_stream`
/// `visitor(stored)` for the streams.
///
/// `engine.write(changes)`: all of them or, if it throws, none. No item is changed twice.
///
/// `engine.atomically(f)` calls `f()`: what it does to tables and streams is kept as a whole.
template <class Engine>
concept collection_engine =
    requires(Engine& engine, typename Engine::table& table, typename Engine::table const& constant,
             table_status const& status, entry_key key, std::string_view partition, sort_range range, hash_range hashes,
             bool (*visitor)(stored_item), void (*found)(table_status const&), entry_key const* (*locate)(stored_item),
             array_view<item_change<typename Engine::table, typename Engine::stream>> changes) {
        requires std::constructible_from<typename Engine::table, Engine&, table_status const&>;
        { constant.find(key) } -> std::same_as<std::optional<stored_item>>;
        constant.visit(std::size_t(), partition, range, true, visitor);
        constant.scan(std::size_t(), hashes, &key, visitor);
        table.change(status);
        table.add_index(status, locate);
        table.drop_index(std::size_t(), status);
        table.drop();
        engine.each_table(found);
        engine.write(changes);
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

} // namespace monotable::detail
