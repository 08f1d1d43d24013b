// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/store/description.hpp>
#include <monotable/value/view.hpp>

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

template <class Table>
struct item_change {
    Table* table;
    entry_key key;
    stored_item const* item; ///< null: the item, which exists, is erased
    array_view<index_change> indexes;
};

/// An engine. `Engine::table` holds one table: collection 0 the items, collection i + 1 the entries of index i. Calls for one
/// table do not overlap, writes included; `local` sees to it. Calls for different tables do.
///
/// `table(engine, description)` opens a table, and creates it if need be. It can neither be copied nor moved.
///
/// `find(key)`: the item of collection 0, good until the next write.
///
/// `visit(collection, partition, range, descending, visitor)`: calls `visitor(stored_item)`, for index entries with the item that
/// they belong to, until it returns false. The item is good during the call.
///
/// `scan(collection, partitions, after, visitor)`: the same in the order of partition_hash; entries behind `after`, which need not
/// exist, or all if it is null.
///
/// `engine.each_table(visitor)`: calls `visitor(description)` for the tables that are there when a store is made.
///
/// `engine.write(changes)`: all of them or, if it throws, none. No item is changed twice.
template <class Engine>
concept collection_engine = requires(Engine& engine, typename Engine::table& table,
                                     typename Engine::table const& constant,
                                     table_description const& description, entry_key key,
                                     std::string_view partition, sort_range range, hash_range hashes,
                                     bool (*visitor)(stored_item), void (*found)(table_description const&),
                                     array_view<item_change<typename Engine::table>> changes) {
    requires std::constructible_from<typename Engine::table, Engine&, table_description const&>;
    { constant.find(key) } -> std::same_as<std::optional<stored_item>>;
    constant.visit(std::size_t(), partition, range, true, visitor);
    constant.scan(std::size_t(), hashes, &key, visitor);
    engine.each_table(found);
    engine.write(changes);
};

} // namespace monotable::detail
