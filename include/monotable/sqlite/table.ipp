// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/sqlite/catalog.hpp>
#include <monotable/sqlite/keys.hpp>
#include <monotable/sqlite/table.hpp>
#include <monotable/sqlite/writer.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace monotable::detail {

MONOTABLE_INLINE sqlite_table::sqlite_table(sqlite_writer& writer, table_status const& status)
    : writer_(&writer), id_(status.id), partition_(status.description.partition), sort_(status.description.sort) {
    auto& file = writer.connection();
    auto const id = static_cast<std::int64_t>(id_);
    sqlite_statement found(file, "SELECT id, items, bytes FROM collections WHERE owner = ? ORDER BY place");
    found.bind(1, id);
    while (found.next())
        collections_.push_back(
            {static_cast<std::uint32_t>(found.number(0)),
             {static_cast<std::uint64_t>(found.number(1)), static_cast<std::uint64_t>(found.number(2))}});
    auto const count = 1 + status.description.indexes.size();
    if (collections_.empty()) {
        auto const bytes = encoded(status);
        sqlite_statement(file, "INSERT INTO tables(id, status) VALUES(?, ?)").bind(1, id).bind(2, bytes).run();
        for (std::size_t i = 0; i != count; ++i) collections_.push_back({insert_collection(i)});
    }
    if (collections_.size() != count) file.damaged("table " + status.description.name + " lacks an index");
}

MONOTABLE_INLINE sqlite_table::~sqlite_table() {
    std::lock_guard const lock(writer_->mutex());
    if (is_pending()) writer_->commit();
}

MONOTABLE_INLINE item_view sqlite_table::checked(sqlite_connection const& from, std::string_view item) const {
    if (!validate_item(item)) from.damaged("the bytes of an item");
    item_view const out(item.data());
    auto const has = [&](key_attribute const& key) {
        auto const found = out.find(key.name);
        return found && found->is(key.type) && !found->key_bytes().empty();
    };
    if (!has(partition_) || (sort_ && !has(*sort_))) from.damaged("an item without its key");
    return out;
}

MONOTABLE_INLINE void sqlite_table::change(table_status const& status) {
    auto const bytes = encoded(status);
    sqlite_statement(writer_->connection(), "UPDATE tables SET status = ? WHERE id = ?")
        .bind(1, bytes)
        .bind(2, static_cast<std::int64_t>(id_))
        .run();
}

MONOTABLE_INLINE std::uint32_t sqlite_table::insert_collection(std::size_t place) {
    auto& file = writer_->connection();
    sqlite_statement(file, "INSERT INTO collections(owner, place, items, bytes) VALUES(?, ?, 0, 0)")
        .bind(1, static_cast<std::int64_t>(id_))
        .bind(2, static_cast<std::int64_t>(place))
        .run();
    auto const id = file.number("SELECT last_insert_rowid()");
    if (id >= 0xffffffff)
        throw store_error(store_fault::limit_exceeded, writer_->file().path() + " has had too many indexes");
    return static_cast<std::uint32_t>(id);
}

// Processes some items at a time, so that no statement reads while another one inserts.
MONOTABLE_INLINE void sqlite_table::add_index(table_status const& status, void* context,
                                              entry_key const* (*locate)(void*, stored_item)) {
    auto& file = writer_->connection();
    auto const id = insert_collection(collections_.size());
    std::string next, end, key;
    append_hash_begin(next, collection(0), 0);
    append_hash_begin(end, collection(0) + 1, 0);
    for (bool more = true; more;) {
        std::vector<std::string> added;
        {
            sqlite_statement items(
                file, "SELECT key, size, item FROM entries WHERE key >= ? AND key < ? ORDER BY key LIMIT 500");
            auto const begin = next;
            items.bind(1, begin).bind(2, end);
            for (more = false; items.next(); more = true) {
                stored_item const item{checked(file, items.bytes(2)), static_cast<std::uint32_t>(items.number(1))};
                next.assign(items.bytes(0)) += '\0';
                auto const* const place = locate(context, item);
                if (place == nullptr) continue;
                key.clear();
                append_entry_key(key, id, *place);
                added.push_back(key);
            }
        }
        for (auto const& each : added) sqlite_statement(file, "INSERT INTO entries(key) VALUES(?)").bind(1, each).run();
    }
    auto const size = static_cast<collection_size const&>(status.indexes.back());
    sqlite_statement(file, "UPDATE collections SET items = ?, bytes = ? WHERE id = ?")
        .bind(1, static_cast<std::int64_t>(size.items))
        .bind(2, static_cast<std::int64_t>(size.bytes))
        .bind(3, std::int64_t{id})
        .run();
    change(status);
    std::lock_guard const lock(mutex_);
    collections_.push_back({id, size});
}

MONOTABLE_INLINE void sqlite_table::drop_index(std::size_t index, table_status const& status) {
    drop_entries(collection(index + 1));
    sqlite_statement(writer_->connection(), "UPDATE collections SET place = place - 1 WHERE owner = ? AND place > ?")
        .bind(1, static_cast<std::int64_t>(id_))
        .bind(2, static_cast<std::int64_t>(index + 1))
        .run();
    change(status);
    std::lock_guard const lock(mutex_);
    collections_.erase(collections_.begin() + static_cast<std::ptrdiff_t>(index + 1));
}

MONOTABLE_INLINE void sqlite_table::drop() {
    for (auto const& each : collections_) drop_entries(each.id);
    sqlite_statement(writer_->connection(), "DELETE FROM tables WHERE id = ?")
        .bind(1, static_cast<std::int64_t>(id_))
        .run();
}

MONOTABLE_INLINE void sqlite_table::drop_entries(std::uint32_t collection) {
    auto& file = writer_->connection();
    std::string begin, end;
    append_hash_begin(begin, collection, 0);
    append_hash_begin(end, collection + 1, 0);
    sqlite_statement(file, "DELETE FROM entries WHERE key >= ? AND key < ?").bind(1, begin).bind(2, end).run();
    sqlite_statement(file, "DELETE FROM collections WHERE id = ?").bind(1, std::int64_t{collection}).run();
}

MONOTABLE_INLINE void sqlite_table::add(array_view<size_change> sizes) {
    writer_->add(*this);
    for (std::size_t i = 0; i != sizes.size(); ++i) {
        collections_[i].writing.items += sizes[i].items;
        collections_[i].writing.bytes += sizes[i].bytes;
    }
}

MONOTABLE_INLINE void sqlite_table::end_write(bool written) noexcept {
    for (auto& each : collections_) {
        if (written) {
            each.pending.items += each.writing.items;
            each.pending.bytes += each.writing.bytes;
        }
        each.writing = {};
    }
}

MONOTABLE_INLINE void sqlite_table::store() {
    for (auto const& each : collections_) {
        if (each.pending.items == 0 && each.pending.bytes == 0) continue;
        sqlite_statement(writer_->connection(),
                         "UPDATE collections SET items = items + ?, bytes = bytes + ? WHERE id = ?")
            .bind(1, each.pending.items)
            .bind(2, each.pending.bytes)
            .bind(3, std::int64_t{each.id})
            .run();
    }
}

MONOTABLE_INLINE void sqlite_table::end_commit(bool committed) noexcept {
    std::lock_guard const lock(mutex_);
    for (auto& each : collections_) {
        if (committed) {
            each.size.items += static_cast<std::uint64_t>(each.pending.items);
            each.size.bytes += static_cast<std::uint64_t>(each.pending.bytes);
        }
        each.pending = {};
    }
}

} // namespace monotable::detail
