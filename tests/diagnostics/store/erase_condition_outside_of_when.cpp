// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the item to write is found by its primary key, and this field is not in it; put the condition into when\(\)
// expect-first3: Order[,;] .*"urgent"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.erase(an_order, "urgent"_f == false);
#else
    auto done = db.erase(an_order, mt::when("urgent"_f == false));
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
