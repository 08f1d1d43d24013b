// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: text before this delimiter does not sort as its field does, .*separate it with #
// expect-first3: Order[,;] .*"label"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("status"_f == Status::paid, "label"_f > "m");
#else
    auto orders = db.query<Order>("status"_f == Status::paid, "label"_f == "m");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
