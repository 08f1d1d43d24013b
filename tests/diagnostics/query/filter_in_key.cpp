// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this field is stored in the key only, so that there is no attribute to test; give it as a condition on the key
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("customer_id"_f != "c1");
#else
    auto orders = all.filter("note"_f != "c1");
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
