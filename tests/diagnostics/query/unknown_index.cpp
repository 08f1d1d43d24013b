// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: on<> names an index that the table does not have; use the name of a gsi<>
// expect-first3: Order[,;] .*"GSI9"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>(mt::on<"GSI9">, "id"_f == "o1");
#else
    auto orders = db.query<Order>(mt::on<"Ids">, "id"_f == "o1");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
