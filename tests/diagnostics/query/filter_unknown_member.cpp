// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a path names a member that its struct does not have; spell it
// expect-first3: Order[,;] .*"ship_to.town"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("ship_to.town"_f == "Bonn");
#else
    auto orders = all.filter("ship_to.city"_f == "Bonn");
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
