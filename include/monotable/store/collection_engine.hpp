// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/store/description.hpp>
#include <monotable/value/view.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

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

class item_visitor {
  public:
    /// Returns whether to go on. The item is good during the call.
    virtual bool visit(stored_item item) = 0;

  protected:
    ~item_visitor() = default;
};

/// One table: collection 0 holds the items, collection i + 1 the entries of index i. Calls for one table do not overlap;
/// the caller sees to it.
class table_storage {
  public:
    table_storage() = default;
    table_storage(table_storage const&) = delete;
    table_storage& operator=(table_storage const&) = delete;
    virtual ~table_storage() = default;

    /// Good until the next write.
    virtual std::optional<stored_item> find(entry_key key) const = 0;

    virtual void visit(std::size_t collection, std::string_view partition, sort_range range, bool descending,
                       item_visitor& visitor) const = 0;

    /// Partitions in the order of partition_hash; of them entries behind `after`, which need not exist. Null: all.
    virtual void scan(std::size_t collection, hash_range partitions, entry_key const* after,
                      item_visitor& visitor) const = 0;
};

/// An entry that appears, disappears or moves. An entry that stays where it is need not be mentioned when its item is
/// replaced.
struct index_change {
    std::size_t index;
    bool leaves; ///< `from`
    bool enters; ///< `to`
    entry_key from;
    entry_key to;
};

struct item_change {
    table_storage* table;
    entry_key key;
    stored_item const* item; ///< null: the item, which exists, is erased
    array_view<index_change> indexes;
};

class collection_engine {
  public:
    collection_engine() = default;
    collection_engine(collection_engine const&) = delete;
    collection_engine& operator=(collection_engine const&) = delete;
    virtual ~collection_engine() = default;

    /// The tables that exist already.
    virtual std::vector<table_description> tables() = 0;

    /// Creates the table if need be.
    virtual std::unique_ptr<table_storage> open(table_description const& table) = 0;

    /// All of it or, if it throws, nothing. No item is changed twice.
    virtual void write(array_view<item_change> changes) = 0;
};

} // namespace monotable::detail
