// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a write has one when\(\); join its conditions by && or
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f = 1, mt::when("number"_f < 1),
                                 mt::when("note"_f.exists()));
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f = 1,
                                 mt::when("number"_f < 1, "note"_f.exists()));
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
