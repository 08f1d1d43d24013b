// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: on<.*> is the first argument of query and collect
// expect-first3: Order[,;] .*"Ids"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>("id"_f == "o1", mt::on<"Ids">);
#else
    auto orders = db.query<Order>(mt::on<"Ids">, "id"_f == "o1");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
