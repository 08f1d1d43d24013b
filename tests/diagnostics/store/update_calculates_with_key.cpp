// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this field is stored in keys only, so that there is no attribute to calculate with; assign a value with =
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "customer_id"_f.remove());
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "note"_f.remove());
#endif
    if (!done) done.or_throw();
}
