// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/text.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/digest.hpp>
#include <monotable/local/local_collection.hpp>
#include <monotable/sqlite/catalog.hpp>
#include <monotable/sqlite/check.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/keys.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The examination of a file in a transaction that is open.
class store_checker {
  public:
    store_checker(sqlite_connection& file, bool repair) noexcept : file_(file), repair_(repair) {}

    check_report run() {
        pages();
        std::vector<std::pair<std::int64_t, std::string>> tables, streams;
        read("SELECT id, status FROM tables ORDER BY id", tables);
        read("SELECT id, status FROM streams ORDER BY id", streams);
        for (auto const& [id, bytes] : tables) table(id, bytes);
        orphans();
        for (auto const& [id, bytes] : streams) stream(id, bytes);
        tokens();
        return std::move(report_);
    }

  private:
    // Statements that change entries do not run while another one reads them.
    static constexpr std::int64_t step = 500;

    struct entry {
        std::string key;
        std::string item;
        std::int64_t size;
    };

    struct checked_collection {
        std::int64_t id = 0;
        collection_size stored = {}, found = {};
    };

    void violation(std::string const& what, bool can_repair = true) {
        if (repair_ && !can_repair) file_.damaged(what + "; replace the file by a backup");
        if (++report_.violations <= 100) report_.messages.push_back(what);
    }

    void read(char const* sql, std::vector<std::pair<std::int64_t, std::string>>& out) {
        sqlite_statement rows(file_, sql);
        while (rows.next()) out.emplace_back(rows.number(0), rows.bytes(1));
    }

    void pages() {
        sqlite_statement rows(file_, "PRAGMA integrity_check(20)");
        while (rows.next())
            if (rows.bytes(0) != "ok") violation("the structure of the file: " + std::string(rows.bytes(0)), false);
    }

    void table(std::int64_t id, std::string const& bytes) {
        table_status status;
        try {
            status = decoded_table(bytes);
        } catch (error const& reason) {
            return violation("table " + std::to_string(id) + ": " + reason.what(), false);
        }
        name_ = "table " + status.description.name + ": ";
        auto const& description = status.description;
        std::vector<local_collection> keys(1 + description.indexes.size());
        key_names names;
        names.describe(description);
        for (std::size_t i = 0; i != keys.size(); ++i) keys[i].describe(description, i, names);
        std::vector<checked_collection> all;
        {
            sqlite_statement rows(file_, "SELECT id, items, bytes FROM collections WHERE owner = ? ORDER BY place");
            rows.bind(1, id);
            while (rows.next())
                all.push_back({rows.number(0),
                               {static_cast<std::uint64_t>(rows.number(1)), static_cast<std::uint64_t>(rows.number(2))},
                               {}});
        }
        if (all.size() != keys.size()) return violation(name_ + "it lacks an index", false);
        for (auto const& each : all) ids_.push_back(each.id);
        batches(all[0].id, [&](entry const& row) { item(description, keys, all, row); });
        for (std::size_t i = 1; i != all.size(); ++i) index(keys, all, i);
        for (std::size_t i = 0; i != all.size(); ++i) size(keys[i], all[i]);
    }

    template <class F>
    void batches(std::int64_t id, F&& f) {
        std::string next, end;
        append_hash_begin(next, static_cast<std::uint32_t>(id), 0);
        append_hash_begin(end, static_cast<std::uint32_t>(id) + 1, 0);
        for (;;) {
            std::vector<entry> rows;
            {
                sqlite_statement found(
                    file_, "SELECT key, item, size FROM entries WHERE key >= ? AND key < ? ORDER BY key LIMIT ?");
                found.bind(1, next).bind(2, end).bind(3, step);
                while (found.next())
                    rows.push_back({std::string(found.bytes(0)), std::string(found.bytes(1)), found.number(2)});
            }
            if (rows.empty()) return;
            next = rows.back().key + '\0';
            for (auto const& each : rows) f(each);
        }
    }

    static bool has_key(table_description const& table, item_view of) {
        auto const has = [&](key_attribute const& key) {
            auto const found = of.find(key.name);
            return found && found->is(key.type) && !found->key_bytes().empty();
        };
        return has(table.partition) && (!table.sort || has(*table.sort));
    }

    // "{p: 'x', c: 12}"
    std::string shown(table_description const& table, item_view of) const {
        auto const text = [&](key_attribute const& key) {
            auto const found = *of.find(key.name);
            return key.name + ": " +
                   (found.is(value_type::number) ? found.as_number().to_string() : detail::quoted(found.key_bytes()));
        };
        return name_ + "item {" + text(table.partition) + (table.sort ? ", " + text(*table.sort) : "") + "}: ";
    }

    std::string key_of(std::int64_t collection, entry_key key) const {
        std::string out;
        append_entry_key(out, static_cast<std::uint32_t>(collection), key);
        return out;
    }

    void erase(std::string_view key) {
        if (repair_) sqlite_statement(file_, "DELETE FROM entries WHERE key = ?").bind(1, key).run();
    }

    void item(table_description const& description, std::vector<local_collection> const& keys,
              std::vector<checked_collection>& all, entry const& row) {
        ++report_.items;
        if (!validate_item(row.item) || !has_key(description, item_view(row.item.data()))) {
            violation(name_ + "an item cannot be read, or lacks its key");
            return erase(row.key);
        }
        item_view const found(row.item.data());
        if (key_of(all[0].id, keys[0].keys.table_key(found)) != row.key) {
            violation(shown(description, found) + "it is stored under another key");
            return erase(row.key);
        }
        stored_item const counted{found, static_cast<std::uint32_t>(item_size(found))};
        if (row.size != counted.size) {
            violation(shown(description, found) + "its size is " + std::to_string(counted.size) + ", not " +
                      std::to_string(row.size));
            if (repair_)
                sqlite_statement(file_, "UPDATE entries SET size = ? WHERE key = ?")
                    .bind(1, std::int64_t{counted.size})
                    .bind(2, row.key)
                    .run();
        }
        entry_location place;
        for (std::size_t i = 0; i != all.size(); ++i) {
            if (i != 0) {
                if (!keys[i].keys.locate(found, place)) continue;
                auto const key = key_of(all[i].id, place.key());
                if (!exists(key)) {
                    violation(shown(description, found) + "it is missing in index " + std::string(keys[i].name()));
                    if (repair_) sqlite_statement(file_, "INSERT INTO entries(key) VALUES(?)").bind(1, key).run();
                }
            }
            ++all[i].found.items;
            all[i].found.bytes += keys[i].entry_size(counted);
        }
    }

    bool exists(std::string_view key) {
        return sqlite_statement(file_, "SELECT 1 FROM entries WHERE key = ?").bind(1, key).next();
    }

    // Entries without an item whose key they have. All others were found by item().
    void index(std::vector<local_collection> const& keys, std::vector<checked_collection> const& all, std::size_t i) {
        bool const has_sort = !keys[0].keys.sort().empty();
        batches(all[i].id, [&](entry const& row) {
            ++report_.index_entries;
            std::string key;
            if (append_item_key(key, static_cast<std::uint32_t>(all[0].id), has_sort, row.key)) {
                sqlite_statement found(file_, "SELECT item FROM entries WHERE key = ?");
                found.bind(1, key);
                entry_location place;
                if (found.next() && validate_item(found.bytes(0)) &&
                    keys[i].keys.locate(item_view(found.bytes(0).data()), place) &&
                    key_of(all[i].id, place.key()) == row.key)
                    return;
            }
            violation(name_ + "an entry of index " + std::string(keys[i].name()) + " does not belong to an item");
            erase(row.key);
        });
    }

    void size(local_collection const& of, checked_collection const& sizes) {
        if (sizes.stored.items == sizes.found.items && sizes.stored.bytes == sizes.found.bytes) return;
        auto const text = [](collection_size const& each) {
            return std::to_string(each.items) + " items of " + std::to_string(each.bytes) + " bytes";
        };
        violation(name_ + (of.index != nullptr ? "index " + std::string(of.name()) + " has " : "it has ") +
                  text(sizes.found) + ", not " + text(sizes.stored));
        if (!repair_) return;
        sqlite_statement(file_, "UPDATE collections SET items = ?, bytes = ? WHERE id = ?")
            .bind(1, static_cast<std::int64_t>(sizes.found.items))
            .bind(2, static_cast<std::int64_t>(sizes.found.bytes))
            .bind(3, sizes.id)
            .run();
    }

    // Rows between and after the ranges of the collections.
    void orphans() {
        for (std::size_t i = 1; i < ids_.size(); ++i)
            for (auto j = i; j != 0 && ids_[j] < ids_[j - 1]; --j) std::swap(ids_[j], ids_[j - 1]);
        std::string begin, end;
        for (auto const each : ids_) {
            end.clear();
            append_hash_begin(end, static_cast<std::uint32_t>(each), 0);
            orphans(begin, end);
            begin.clear();
            append_hash_begin(begin, static_cast<std::uint32_t>(each) + 1, 0);
        }
        orphans(begin, std::string(4, '\xff'));
        auto const lost = file_.number("SELECT count(*) FROM collections WHERE owner NOT IN (SELECT id FROM tables)");
        if (lost == 0) return;
        violation(std::to_string(lost) + " collections do not belong to a table");
        if (repair_) file_.execute("DELETE FROM collections WHERE owner NOT IN (SELECT id FROM tables)");
    }

    void orphans(std::string const& begin, std::string const& end) {
        sqlite_statement rows(file_, "SELECT count(*) FROM entries WHERE key >= ? AND key < ?");
        rows.bind(1, begin).bind(2, end);
        if (!rows.next() || rows.number(0) == 0) return;
        violation(std::to_string(rows.number(0)) + " items and index entries do not belong to a table");
        rows.reset();
        if (repair_)
            sqlite_statement(file_, "DELETE FROM entries WHERE key >= ? AND key < ?").bind(1, begin).bind(2, end).run();
    }

    void stream(std::int64_t id, std::string const& bytes) {
        auto const name = "stream " + std::to_string(id) + ": ";
        try {
            decoded_stream(bytes);
        } catch (error const& reason) {
            return violation(name + reason.what(), false);
        }
        std::int64_t next = 0, valid_from = 0;
        {
            sqlite_statement rows(file_,
                                  "SELECT sequence, change, keys, before, after, first FROM records, streams"
                                  " WHERE stream = ? AND streams.id = stream AND sequence >= first ORDER BY sequence");
            rows.bind(1, id);
            auto const is_item = [&](int column) { return rows.is_null(column) || validate_item(rows.bytes(column)); };
            for (; rows.next(); next = rows.number(0) + 1) {
                ++report_.stream_records;
                auto const number = rows.number(0);
                if (number != (next != 0 ? next : rows.number(5))) {
                    violation(name + "records before number " + std::to_string(number) + " are missing");
                    valid_from = number;
                }
                auto const change = rows.number(1);
                if (change < 0 || change > static_cast<int>(change_kind::remove) || rows.is_null(2) || !is_item(2) ||
                    !is_item(3) || !is_item(4)) {
                    violation(name + "record " + std::to_string(number) + " cannot be read");
                    valid_from = number + 1;
                }
            }
        }
        if (!repair_ || valid_from == 0) return;
        sqlite_statement(file_, "DELETE FROM records WHERE stream = ? AND sequence < ?")
            .bind(1, id)
            .bind(2, valid_from)
            .run();
        sqlite_statement(file_, "UPDATE streams SET first = ? WHERE id = ?").bind(1, valid_from).bind(2, id).run();
    }

    void tokens() {
        sqlite_statement rows(file_, "SELECT count(*) FROM tokens WHERE length(content) <> ?");
        rows.bind(1, std::int64_t{sizeof(digest)});
        if (!rows.next() || rows.number(0) == 0) return;
        violation(std::to_string(rows.number(0)) + " tokens of transactions cannot be read");
        rows.reset();
        if (repair_)
            sqlite_statement(file_, "DELETE FROM tokens WHERE length(content) <> ?")
                .bind(1, std::int64_t{sizeof(digest)})
                .run();
    }

    sqlite_connection& file_;
    bool repair_;
    check_report report_;
    std::string name_;              // of the current table, for messages
    std::vector<std::int64_t> ids_; // of all collections
};

MONOTABLE_INLINE check_report check_store(sqlite_connection& file) {
    file.execute("BEGIN");
    auto out = store_checker(file, false).run();
    file.roll_back();
    return out;
}

MONOTABLE_INLINE check_report repair_store(sqlite_connection& file) {
    file.execute("BEGIN IMMEDIATE");
    try {
        auto out = store_checker(file, true).run();
        file.execute("COMMIT");
        return out;
    } catch (...) {
        file.roll_back();
        throw;
    }
}

} // namespace monotable::detail
