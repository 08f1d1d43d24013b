// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: formats apply to keys, and this names an attribute; name the field without its format
// expect-first3: Order[,;] .*"note:lower"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("note:lower"_f == "x");
#else
    auto orders = all.filter("note"_f == "x");
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
