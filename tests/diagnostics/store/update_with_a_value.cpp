// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not an argument of a write; give == conditions on the primary key, assignments
// expect-first3: Order[,;] .*int
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", 7);
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f = 7);
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
