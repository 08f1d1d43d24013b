// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: \[index\] applies to a vector or array, and the field before it is neither
// expect-first3: Order[,;] .*"ship_to\[0\]"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("ship_to[0]"_f.exists());
#else
    auto orders = all.filter("ship_to.city"_f.exists());
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
