// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: in\(\) of a query says which partitions to read, and this field is not in the partition key
// expect-first3: Order[,;] .*"label"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto range = db.query<Order>("customer_id"_f == "c42", "label"_f.in("a", "b"));
#else
    auto range = db.query<Order>("customer_id"_f.in("c42", "c43"));
#endif
    if (auto const first = range.first()) static_cast<void>(first->id);
}
