// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: transact_get takes gets
// expect-first3: Customer
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    static_cast<void>(db.transact_get(customer));
#else
    static_cast<void>(db.transact_get(mt::get<Customer>("id"_f == "c42")));
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
