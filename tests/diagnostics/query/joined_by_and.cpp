// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: conditions on a key are not joined by && or ..; separate those .* by commas, and put others into .filter\(\) of the query or when
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db, mt::timestamp monday) {
#ifdef MISTAKE
    auto orders = db.query<Order>("customer_id"_f == "c42" && "placed_at"_f >= monday);
#else
    auto orders = db.query<Order>("customer_id"_f == "c42", "placed_at"_f >= monday);
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
