// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a condition compares two fields, but a key is looked up by values; pass a value
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("customer_id"_f == "id"_f);
#else
    auto orders = db.query<Order>("customer_id"_f == "c42");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
