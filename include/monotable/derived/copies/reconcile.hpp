// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/copies/changes.hpp>
#include <monotable/derived/copies/model.hpp>
#include <monotable/store/store.hpp>

namespace monotable {

/// Examines each source and parent of the table's duplicated<> and total<>, and corrects copies and totals that differ: for items
/// that were written before the declaration or without the typed store. Reads the whole table; may be interrupted and repeated,
/// and is safe with concurrent reads and writes. Throws store_error and, after all others are corrected, bad_item if an item
/// does not fit its struct or a copy would violate a unique<>.
template <class Table, class... Tables>
void reconcile(store<Tables...> const& db) {
    if constexpr (detail::valid_table<Table>() && detail::valid_derived<Table>()) {
        detail::derived_changes changes(detail::derived_relations_of<Table>());
        changes.add_all(*db.implementation());
        changes.settle(*db.implementation(), db.retry());
        changes.or_throw();
    }
}

} // namespace monotable
