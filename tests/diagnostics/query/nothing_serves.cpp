// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no key or index serves this query, .*give one of the sets of conditions listed
// expect-first3: key: customer_id then placed_at, id
// expect-first3: Order[,;] .*"label"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("label"_f == "x");
#else
    auto orders = db.query<Order>("status"_f == Status::paid, "label"_f == "x");
#endif
    for (Order& order : orders.limit(3)) order.id.clear();
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
