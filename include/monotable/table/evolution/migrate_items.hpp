// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/schema/decode.hpp>
#include <monotable/schema/model.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/table/read/cursor.hpp>
#include <monotable/value/item.hpp>
#include <monotable/value/value.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

/// How much of a migration a call does, and where it goes on.
struct migrate_options {
    std::size_t limit = 1000; ///< items of the table that are read at most, of whatever entity; 0: all
    std::string after = {};   ///< the cursor of the call before; empty: the beginning
    bool dry_run = false;     ///< nothing is written: what would be is counted
    /// If not empty: the place is kept under this name in the table `kept_in` of the same backend, after every `step` items, so
    /// that a program that was ended goes on where it was. It is gone when the migration is done.
    std::string name = {};
    std::string kept_in = "monotable-migrations";
    std::size_t step = 100;
};

/// An item that a migration has left as it is.
struct unmigrated_item {
    item key;
    std::string reason;
};

/// What a call of migrate did. Items of other entities do not count.
struct migration_report {
    std::size_t read = 0;
    std::size_t rewritten = 0;
    std::size_t skipped = 0; ///< were as the present version stores them, or others were faster
    std::vector<unmigrated_item> left;
    std::string cursor; ///< where the next call goes on; empty: there is nothing left to read

    bool done() const noexcept { return cursor.empty(); }
};

namespace detail {

/// What is to become of items.
struct item_migration {
    entity_data const* entity = nullptr; ///< the items that are read
    std::string_view into = {};          ///< the entity that they become
    /// Does one; counts it. Throws store_error where the store fails.
    void (*perform)(backend& store, item_view stored, bool dry_run, migration_report& report) = nullptr;
};

/// The place of a migration, in a table for such.
class kept_place {
  public:
    kept_place(backend& store, migrate_options const& options, std::string_view table)
        : store_(store),
          name_(options.kept_in),
          key_{{"table", value(table)}, {"migration", value(options.name)}},
          used_(!options.name.empty()) {
        if (!used_) return;
        table_description places;
        places.name = name_;
        places.partition.name = "table";
        places.sort.emplace().name = "migration";
        store_.create_table(places);
    }

    /// Empty: none is kept.
    std::string find() {
        if (!used_) return {};
        get_request request;
        request.table = name_;
        request.key = key_;
        request.consistent = true;
        auto const found = store_.get(request);
        auto const cursor = found ? found->find("cursor") : std::nullopt;
        return cursor && cursor->is(value_type::string) ? std::string(cursor->as_string()) : std::string();
    }

    void keep(std::string_view cursor) {
        if (!used_) return;
        write_request request;
        request.table = name_;
        request.item = key_;
        if (cursor.empty()) {
            store_.erase(request);
            return;
        }
        item const written{{"table", value(*key_.find("table"))},
                           {"migration", value(*key_.find("migration"))},
                           {"cursor", value(cursor)}};
        request.item = written;
        store_.put(request);
    }

  private:
    backend& store_;
    std::string name_;
    item key_;
    bool used_;
};

/// Reads the table in steps, whatever else writes to it, and migrates each item of the entity.
inline migration_report migrate_items(backend& store, item_migration const& what, migrate_options const& options) {
    table_data const& table = *what.entity->table;
    std::string text("migrate ");
    text.append(table.name).append(" ").append(what.entity->name).append(" ").append(what.into);
    std::uint64_t const fingerprint = stable_hash(text);
    kept_place place(store, options, table.name);
    migration_report report;
    report.cursor = options.after.empty() ? place.find() : options.after;
    std::vector<read_position> positions(1);
    if (!report.cursor.empty()) read_cursor(report.cursor, fingerprint, ~fingerprint, positions);

    scan_request request;
    request.table = table.name;
    request.consistent = true;
    request.exclusive_start_key = std::move(positions[0].key);
    std::size_t const step = options.step == 0 ? 100 : options.step;
    for (std::size_t seen = 0; options.limit == 0 || seen < options.limit;) {
        request.limit = options.limit == 0 || options.limit - seen > step ? step : options.limit - seen;
        item_page page = store.scan(request);
        seen += page.scanned_count;
        for (item const& stored : page.items)
            if (belongs_to(*what.entity, stored)) what.perform(store, stored, options.dry_run, report);
        request.exclusive_start_key = std::move(page.last_evaluated_key);
        report.cursor.clear();
        if (request.exclusive_start_key) {
            positions[0] = {read_position::state::after, request.exclusive_start_key};
            report.cursor = write_cursor(fingerprint, positions);
        }
        place.keep(report.cursor);
        if (report.done()) break;
    }
    return report;
}

} // namespace detail
} // namespace monotable
