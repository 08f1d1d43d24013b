// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/table_status.hpp>
#include <monotable/evolution/open.hpp>

namespace monotable::detail {

MONOTABLE_INLINE std::optional<table_description> description_in(backend& store, std::string const& table) {
    try {
        return store.describe(table);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::no_such_table) throw;
        return std::nullopt;
    }
}

MONOTABLE_INLINE void open_with_missing_indexes(backend& store, table_description const& wanted,
                                                table_settings const& settings, std::chrono::milliseconds timeout) {
    auto there = description_in(store, wanted.name);
    if (!there) return open_table(store, wanted, settings, timeout);
    table_description reachable = *there;
    for (index_description const& index : wanted.indexes)
        if (index_named(*there, index.name) == nullptr && !index.local) reachable.indexes.push_back(index);
    table_description needed = wanted;
    for (index_description const& index : there->indexes)
        if (index_named(wanted, index.name) == nullptr) needed.indexes.push_back(index);
    differences found;
    table_comparison(reachable, needed, found).run();
    if (!found.empty())
        throw store_error(store_fault::table_exists,
                          "monotable: the table " + wanted.name + " exists with another description:\n" + found.text());
    open_table(store, *there, settings, timeout);
    for (index_description const& index : wanted.indexes) {
        if (index_named(*there, index.name) != nullptr) continue;
        store.add_index(wanted.name, index);
        open_table(store, store.describe(wanted.name), settings, timeout); // DynamoDB adds one index at a time
    }
}

} // namespace monotable::detail
