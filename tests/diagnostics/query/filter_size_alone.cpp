// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a size alone is not a condition; compare it
// expect-first3: Order[,;] .*"tags"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("tags"_f.size());
#else
    auto orders = all.filter("tags"_f.size() > 0);
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
