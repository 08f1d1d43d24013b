// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a condition compares a field with a value of another type; pass a value of the field's type
// expect-first3: Order[,;] .*"placed_at"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db, mt::timestamp monday) {
#ifdef MISTAKE
    auto orders = db.query<Order>("customer_id"_f == "c42", "placed_at"_f.between(monday, 7));
#else
    auto orders = db.query<Order>("customer_id"_f == "c42", "placed_at"_f.between(monday, monday));
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
