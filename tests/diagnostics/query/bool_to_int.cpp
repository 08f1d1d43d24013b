// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a condition compares a field with a value of another type; pass a value of the field's type
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("number"_f == true, "coupon"_f == "x");
#else
    auto orders = db.query<Order>("number"_f == 7, "coupon"_f == "x");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
