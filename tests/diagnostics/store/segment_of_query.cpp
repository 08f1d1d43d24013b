// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: only a scan has segments; use scan<E>..
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const orders = db.query<Order>("customer_id"_f == "c42").segment(0, 4);
#else
    auto const orders = db.scan<Order>().segment(0, 4);
#endif
    static_cast<void>(orders.count());
}
