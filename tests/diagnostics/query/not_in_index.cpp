// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: on<> names an index that this entity is not in; add index<>
// expect-first3: Order[,;] .*"Names"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto orders = db.query<Order>(mt::on<"Names">, "id"_f == "o1");
#else
    auto orders = db.query<Order>(mt::on<"Ids">, "id"_f == "o1");
#endif
    for (Order const& order : orders.limit(3)) static_cast<void>(order.id);
    if (auto const first = orders.first()) static_cast<void>(first->id);
}
