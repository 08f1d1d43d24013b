// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: insert and erase apply to sets of strings, numbers or bytes; use append\(\) for a vector
// expect-first3: Order[,;] .*"lines"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "lines"_f.insert(Line{}));
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "lines"_f.append(Line{}));
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
