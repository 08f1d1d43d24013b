// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: assignments belong to update and upsert; give this write the key and when
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.erase<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f = 1, mt::when("urgent"_f == true));
#else
    auto done = db.erase<Order>("customer_id"_f == "c42", "id"_f == "o1", mt::when("urgent"_f == true));
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
