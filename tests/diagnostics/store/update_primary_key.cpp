// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this field is part of the primary key, which does not change; give the item another key by move\(\), in <monotable/transactions.hpp>
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "customer_id"_f = "c43");
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "note"_f = "c43");
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
