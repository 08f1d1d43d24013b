// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a filter tests a field that the index that serves this query does not project, so that it would find it absent; add the field to the index
// expect-first3: Order[,;] .*"note"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("status"_f == Status::open).as<mt::item>();
#ifdef MISTAKE
    auto orders = all.filter("note"_f.exists());
#else
    auto orders = all.filter(mt::filter<Order>());
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
