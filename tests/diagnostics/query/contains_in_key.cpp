// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a key cannot serve this condition, but only ==, <, <=, >, >=, between, begins_with and in; put it into .filter\(\)
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("customer_id"_f.contains("c4"));
#else
    auto orders = db.query<Order>("customer_id"_f == "c42");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
}
