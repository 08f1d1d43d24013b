// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the sort key is filled from the left, and a field before this one has no condition
// expect-first3: Order[,;] .*"total"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("urgent"_f == true, "total"_f == mt::decimal(5));
#else
    auto orders = db.query<Order>("urgent"_f == true, "number"_f == 6, "total"_f == mt::decimal(5));
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
