// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no key or index serves this query, because this field is not in the key that the other conditions fill
// expect-first3: Order[,;] .*"total"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("customer_id"_f == "c42", "total"_f == mt::decimal(5));
#else
    auto orders = db.query<Order>("customer_id"_f == "c42");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
