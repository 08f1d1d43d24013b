// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two fields of different types are stored differently, so that they cannot be compared
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("number"_f == "note"_f);
#else
    auto orders = all.filter("id"_f == "note"_f);
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
