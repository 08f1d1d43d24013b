// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an upsert may create the item, and then there is nothing to read here; say what to begin with
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.upsert<Order>("customer_id"_f == "c42", "id"_f == "o1", "status"_f = Status::open, "number"_f += 1,
                                 "urgent"_f = false, "ship_to"_f = Address{}, "lines"_f.append(Line{}));
#else
    auto done = db.upsert<Order>("customer_id"_f == "c42", "id"_f == "o1", "status"_f = Status::open,
                                 "number"_f = mt::if_absent("number"_f, 0) + 1, "urgent"_f = false,
                                 "ship_to"_f = Address{}, "lines"_f.append(Line{}));
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
