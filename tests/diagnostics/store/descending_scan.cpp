// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a scan reads in no particular order, so that it cannot be descending; use query
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const orders = db.scan<Order>().descending();
#else
    auto const orders = db.query<Order>("customer_id"_f == "c42").descending();
#endif
    static_cast<void>(orders.count());
}
