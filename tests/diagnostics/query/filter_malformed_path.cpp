// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not a path; write field, field.member or field\[0\]
// expect-first3: Order[,;] .*"lines\[x\]"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42");
#ifdef MISTAKE
    auto orders = all.filter("lines[x]"_f.exists());
#else
    auto orders = all.filter("lines[1]"_f.exists());
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
