// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: what follows the object of put, create, replace or erase is a condition in when\(\)
// expect-first3: Order[,;] .*"urgent"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.put(an_order, "urgent"_f == false);
#else
    auto done = db.put(an_order, mt::when("urgent"_f == false));
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
