// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/sqlite/keys.hpp>
#include <monotable/sqlite/scope.hpp>
#include <monotable/sqlite/table.hpp>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE stored_item item_arena::add(std::string_view bytes, std::int64_t size) {
    if (bytes.size() > left_) {
        auto const room = bytes.size() > block / 4 ? bytes.size() : block;
        blocks_.reserve(blocks_.size() + 1);
        std::unique_ptr<char[]> added(new char[room]);
        free_ = added.get();
        left_ = room;
        blocks_.push_back(std::move(added));
    }
    std::memcpy(free_, bytes.data(), bytes.size());
    stored_item const out{item_view(free_), static_cast<std::uint32_t>(size), nullptr};
    free_ += bytes.size();
    left_ -= bytes.size();
    return out;
}

/// Finds items by the keys of their rows.
class item_finder {
  public:
    item_finder(sqlite_connection& in, item_arena& shown, sqlite_table const& table)
        : in_(in), shown_(shown), table_(table), row_(in, "SELECT size, item FROM entries WHERE key = ?") {}

    std::optional<stored_item> find(std::string_view key) {
        row_.reset();
        row_.bind(1, key);
        if (!row_.next()) return std::nullopt;
        auto const bytes = row_.bytes(1);
        table_.checked(in_, bytes);
        return shown_.add(bytes, row_.number(0));
    }

  private:
    sqlite_connection& in_;
    item_arena& shown_;
    sqlite_table const& table_;
    sqlite_statement row_;
};

MONOTABLE_INLINE std::optional<stored_item> find_item(sqlite_connection& in, item_arena& shown,
                                                      sqlite_table const& table, entry_key key) {
    std::string bytes;
    append_entry_key(bytes, table.collection(0), key);
    return item_finder(in, shown, table).find(bytes);
}

MONOTABLE_INLINE sqlite_read_scope::sqlite_read_scope(sqlite_file& file)
    : file_(&file), connection_(file_->take_reader()) {
    sqlite_statement(*connection_, "BEGIN").run();
}

MONOTABLE_INLINE sqlite_read_scope::~sqlite_read_scope() { file_->give_back(std::move(connection_)); }

MONOTABLE_INLINE void sqlite_read_scope::visit_all(sqlite_table const& in, std::size_t collection,
                                                   std::string_view partition, sort_range range, bool descending,
                                                   item_visitor visitor) {
    if (range.bounded && range.end <= range.begin) return;
    auto const id = in.collection(collection);
    std::string begin, end;
    append_entry_key(begin, id, {partition, range.begin});
    if (range.bounded) append_entry_key(end, id, {partition, range.end});
    else append_partition_end(end, id, partition);
    between(in, collection, begin, end, descending, visitor);
}

MONOTABLE_INLINE void sqlite_read_scope::scan_all(sqlite_table const& in, std::size_t collection, hash_range partitions,
                                                  entry_key const* after, item_visitor visitor) {
    auto const id = in.collection(collection);
    std::string begin, end;
    if (after != nullptr) {
        append_entry_key(begin, id, *after);
        begin += '\0'; // the next possible key
    } else {
        append_hash_begin(begin, id, partitions.first);
    }
    bool const last = partitions.last == ~std::uint64_t();
    append_hash_begin(end, last ? id + 1 : id, last ? 0 : partitions.last + 1);
    between(in, collection, begin, end, false, visitor);
}

MONOTABLE_INLINE void sqlite_read_scope::between(sqlite_table const& in, std::size_t collection,
                                                 std::string const& begin, std::string const& end, bool descending,
                                                 item_visitor visitor) {
    sqlite_statement entries(
        *connection_, descending ? "SELECT key, size, item FROM entries WHERE key >= ? AND key < ? ORDER BY key DESC"
                                 : "SELECT key, size, item FROM entries WHERE key >= ? AND key < ? ORDER BY key");
    entries.bind(1, begin).bind(2, end);
    std::optional<item_finder> items;
    if (collection != 0) items.emplace(*connection_, shown_, in);
    std::string key;
    while (entries.next()) {
        if (collection == 0) {
            in.checked(*connection_, entries.bytes(2));
            if (!visitor(shown_.add(entries.bytes(2), entries.number(1)))) return;
            continue;
        }
        key.clear();
        if (!append_item_key(key, in.collection(0), in.has_sort_key(), entries.bytes(0)))
            connection_->damaged("the key of an index entry");
        auto const found = items->find(key);
        if (!found) connection_->damaged("an index entry without an item");
        if (!visitor(*found)) return;
    }
}

} // namespace monotable::detail
