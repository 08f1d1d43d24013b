// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a condition compares a field with a value of another type
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto range = db.query<Order>("customer_id"_f.in("c42", 43));
#else
    auto range = db.query<Order>("customer_id"_f.in("c42", "c43"));
#endif
    if (auto const first = range.first()) static_cast<void>(first->id);
}
