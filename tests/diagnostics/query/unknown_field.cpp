// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a condition names a field that the struct does not have; spell it
// expect-first3: Order[,;] .*"customer"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("customer"_f == "c42");
#else
    auto orders = db.query<Order>("customer_id"_f == "c42");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
