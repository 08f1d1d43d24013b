// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/store/table_status.hpp>
#include <monotable/table/describe.hpp>
#include <monotable/table/evolution/compare_tables.hpp>

#include <optional>
#include <string>

namespace monotable {

struct add_missing_indexes_t {
    explicit add_missing_indexes_t() = default;
};

/// How a store opens tables of another version: `store<shop> db(backend, add_missing_indexes)`. Global indexes that a table
/// lacks are added to it, and filled with the items that have their key attributes; indexes that the model does not know are
/// left alone. Whatever else differs is a store_error that lists it, and then nothing has been changed in that table.
inline constexpr add_missing_indexes_t add_missing_indexes{};

namespace detail {

inline std::optional<table_description> description_in(backend& store, std::string const& table) {
    try {
        return store.describe(table);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::no_such_table) throw;
        return std::nullopt;
    }
}

} // namespace detail

inline void open_table(add_missing_indexes_t, backend& store, table_description const& wanted,
                       table_settings const& settings) {
    auto there = detail::description_in(store, wanted.name);
    if (!there) return detail::open_table(store, wanted, settings);
    table_description reachable = *there;
    for (index_description const& index : wanted.indexes)
        if (detail::index_named(*there, index.name) == nullptr && !index.local) reachable.indexes.push_back(index);
    table_description needed = wanted;
    for (index_description const& index : there->indexes)
        if (detail::index_named(wanted, index.name) == nullptr) needed.indexes.push_back(index);
    differences found;
    detail::table_comparison(reachable, needed, found).run();
    if (!found.empty())
        throw store_error(store_fault::table_exists,
                          "monotable: the table " + wanted.name + " exists with another description:\n" + found.text());
    for (index_description const& index : wanted.indexes)
        if (detail::index_named(*there, index.name) == nullptr) store.add_index(wanted.name, index);
    detail::open_table(store, store.describe(wanted.name), settings);
}

} // namespace monotable
