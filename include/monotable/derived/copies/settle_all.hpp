// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/copies/changes.hpp>
#include <monotable/derived/copies/model.hpp>
#include <monotable/store/store.hpp>

namespace monotable {

/// Looks at every source and parent of the table's duplicated<> and total<>, and makes true what is not: for items that were
/// there before the declaration, and after writes past the typed store. Reads the whole table; may be interrupted and
/// repeated, and others may read and write meanwhile. Throws store_error and, after all others are true, bad_item if an item does
/// not fit its struct, or a copy would break a unique<>.
template <class Table, class... Tables>
void settle_all(store<Tables...> const& db) {
    if constexpr (detail::valid_table<Table>() && detail::valid_kept<Table>()) {
        detail::kept_changes changes(detail::kept_relations_of<Table>());
        changes.add_all(*db.implementation());
        changes.settle(*db.implementation(), db.retry());
        changes.or_throw();
    }
}

} // namespace monotable
