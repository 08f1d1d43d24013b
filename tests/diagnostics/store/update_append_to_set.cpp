// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: append and prepend apply to vectors; use insert\(\) for a set
// expect-first3: Order[,;] .*"tags"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "tags"_f.append("x"));
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "tags"_f.insert("x"));
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
