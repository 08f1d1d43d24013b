// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field is given a value of another type; pass a value of the field
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("number"_f == "7");
#else
    auto orders = all.filter("number"_f == 7);
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
