// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a path begins with a field that the struct does not have; spell it
// expect-first3: Order[,;] .*"nubmer"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.put(an_order, mt::when("nubmer"_f == 1));
#else
    auto done = db.put(an_order, mt::when("number"_f == 1));
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
