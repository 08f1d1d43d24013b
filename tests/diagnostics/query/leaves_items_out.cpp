// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the index that would serve this query leaves out items because of this field
// expect-first3: Order[,;] .*"coupon".*"Coupons: number then coupon"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("number"_f == 7);
#else
    auto orders = db.query<Order>("number"_f == 7, "coupon"_f == "x");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
