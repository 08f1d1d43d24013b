// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the item to write is found by its primary key, and this field is not in it; put the condition into when\(\), or write = to assign
// expect-first3: Order[,;] .*"status"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "status"_f == Status::open, "number"_f = 1);
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", mt::when("status"_f == Status::open),
                                 "number"_f = 1);
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
