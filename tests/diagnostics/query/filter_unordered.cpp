// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: <, <=, >, >= and between apply to numbers, texts, times and bytes; use == or !=
// expect-first3: Order[,;] .*"urgent"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("urgent"_f < true);
#else
    auto orders = all.filter("urgent"_f != true);
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
