// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a scan gives each item once, so that distinct\(\) has no meaning
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto range = db.scan<Order>().distinct();
#else
    auto range = db.query<Order>("customer_id"_f.in("c42", "c43")).distinct();
#endif
    if (auto const first = range.first()) static_cast<void>(first->id);
}
