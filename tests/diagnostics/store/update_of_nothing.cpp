// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an update changes something; give assignments, as in .*, or use put\(\)
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1");
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f = 1);
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
