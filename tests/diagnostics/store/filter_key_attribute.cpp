// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a filter tests a key attribute of the index that is read, which DynamoDB refuses; give the condition to the query itself
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store const& db) {
    auto all = db.query<Order>("customer_id"_f == "c42", "number"_f >= 1);
#ifdef MISTAKE
    auto orders = all.filter("number"_f != 7);
#else
    auto orders = all.filter("note"_f != "x");
#endif
    for (auto const& order : orders.limit(3)) static_cast<void>(order);
}
