// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a path leads into a field that has no members; .*an element of a list first
// expect-first3: Order[,;] .*"lines.qty"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("lines.qty"_f > 1);
#else
    auto orders = all.filter("lines[0].qty"_f > 1);
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
