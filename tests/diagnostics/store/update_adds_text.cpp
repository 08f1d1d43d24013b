// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: \+=, -=, \+ and - apply to numbers; assign another value with =
// expect-first3: Order[,;] .*"note"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "note"_f += "x");
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "note"_f = "x");
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
