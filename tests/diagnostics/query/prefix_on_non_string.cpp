// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: begins_with applies to string fields; use between or >= for numbers and times
// expect-first3: Order[,;] .*"placed_at"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db, mt::timestamp monday) {
#ifdef MISTAKE
    auto orders = db.query<Order>("customer_id"_f == "c42", "placed_at"_f.begins_with(monday));
#else
    auto orders = db.query<Order>("customer_id"_f == "c42", "placed_at"_f >= monday);
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
