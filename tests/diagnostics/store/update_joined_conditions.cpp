// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the conditions on the key of a write are separated by commas; put others into when
// expect-first3: Order[,;]
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42" && "id"_f == "o1", "number"_f = 1);
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f = 1);
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
