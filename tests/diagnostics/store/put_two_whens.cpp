// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a write has one when\(\); join its conditions by && or
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.create(an_order, mt::when("urgent"_f == false), mt::when("note"_f.exists()));
#else
    auto done = db.create(an_order, mt::when("urgent"_f == false, "note"_f.exists()));
#endif
    if (!done) done.or_throw();
}
