// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a scan reads in no particular order, so that there is no page before
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto range = db.scan<Order>().before("x");
#else
    auto range = db.query<Order>("customer_id"_f == "c42").before("x");
#endif
    if (auto const first = range.first()) static_cast<void>(first->id);
}
