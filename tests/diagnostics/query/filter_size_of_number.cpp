// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: size applies to strings, bytes, lists, maps and sets; compare the field itself
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("number"_f.size() > 1);
#else
    auto orders = all.filter("lines"_f.size() > 1);
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
