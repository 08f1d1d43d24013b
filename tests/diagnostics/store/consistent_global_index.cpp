// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a global secondary index cannot be read consistently; query by the primary key
// expect-first3: Order[,;] .*"Ids"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const orders = db.query<Order>("id"_f == "o1").consistent();
#else
    auto const orders = db.query<Order>("customer_id"_f == "c42").consistent();
#endif
    static_cast<void>(orders.count());
}
