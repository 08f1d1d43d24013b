// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no key or index serves this query, because no condition fixes this field .*give one of the sets of conditions listed
// expect-first3: key: id
// expect-first3: Payment[,;] .*"id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto payments = db.query<Payment>("order_id"_f == "o1");
#else
    auto payments = db.query<Payment>("id"_f == "p1");
#endif
    for (Payment const& payment : payments) static_cast<void>(payment.order_id);
}
