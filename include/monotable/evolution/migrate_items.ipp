// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/value.hpp>
#include <monotable/error.hpp>
#include <monotable/evolution/migrate_items.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/store/read/cursor.hpp>

#include <vector>

namespace monotable {

namespace detail {

MONOTABLE_INLINE migration_position::migration_position(backend& store, migrate_options const& options,
                                                        std::string_view table)
    : store_(store),
      name_(options.position_table),
      key_{{"table", value(table)}, {"migration", value(options.name)}},
      used_(!options.name.empty()) {
    if (!used_) return;
    table_description places;
    places.name = name_;
    places.partition.name = "table";
    places.sort.emplace().name = "migration";
    store_.create_table(places);
}

MONOTABLE_INLINE std::string migration_position::find() {
    if (!used_) return {};
    get_request request;
    request.table = name_;
    request.key = key_;
    request.consistent = true;
    auto const found = store_.get(request);
    auto const cursor = found ? found->find("cursor") : std::nullopt;
    return cursor && cursor->is(value_type::string) ? std::string(cursor->as_string()) : std::string();
}

MONOTABLE_INLINE void migration_position::keep(std::string_view cursor) {
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

MONOTABLE_INLINE migration_report migrate_items(backend& store, item_migration const& what,
                                                migrate_options const& options, retry_policy const& retry) {
    table_data const& table = *what.entity->table;
    std::string text("migrate ");
    text.append(table.name).append(" ").append(what.entity->name).append(" ").append(what.into);
    std::uint64_t const fingerprint = stable_hash(text);
    migration_position place(store, options, table.name);
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
            if (belongs_to(*what.entity, stored)) what.perform(store, stored, options.dry_run, report, retry);
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
