// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: only a scan has segments
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto range = db.query<Order>("customer_id"_f == "c42").segments(4);
#else
    auto range = db.scan<Order>().segments(4);
#endif
    if (auto const first = range.first()) static_cast<void>(first->id);
}
