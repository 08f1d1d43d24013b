// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the index that would serve this query leaves out items because of this field
// expect-first3: Order[,;] .*"status".*"Open: then placed_at"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db, mt::timestamp monday) {
#ifdef MISTAKE
    auto orders = db.query<Order>("placed_at"_f >= monday);
#else
    auto orders = db.query<Order>("customer_id"_f == "c42", "placed_at"_f >= monday);
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
