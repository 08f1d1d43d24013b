// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an update assigns the same place twice, or a place and a part of it; assign each once
// expect-first3: Order[,;] .*"ship_to"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done =
        db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "ship_to.city"_f = "Bonn", "ship_to"_f = Address{});
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "ship_to"_f = Address{"Main", "Bonn"});
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
