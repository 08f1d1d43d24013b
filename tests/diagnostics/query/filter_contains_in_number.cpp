// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: contains applies to strings, bytes, sets and lists; use == for one value
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("number"_f.contains(1));
#else
    auto orders = all.filter("tags"_f.contains("1"));
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
