// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this needs the whole primary key
// expect-first3: Order[,;] .*"placed_at"
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    static_cast<void>(db.transact_get(mt::get<Order>("customer_id"_f == "c42")));
#else
    static_cast<void>(db.transact_get(mt::get<Customer>("id"_f == "c42")));
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
