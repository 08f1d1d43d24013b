// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a path begins with a field that the struct does not have; spell it
// expect-first3: Order[,;] .*"nubmer"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("nubmer"_f == 7);
#else
    auto orders = all.filter("number"_f == 7);
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
