// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field of the primary key has two conditions; give one ==
// expect-first3: Order[,;] .*"id"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "id"_f == "o2", "number"_f = 1);
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f = 1);
#endif
    if (!done) done.or_throw();
}
