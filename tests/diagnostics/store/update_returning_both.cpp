// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a write returns one version of the item; give returning_old or returning_new
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f = 1, mt::returning_old,
                                 mt::returning_new);
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f = 1, mt::returning_new);
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
