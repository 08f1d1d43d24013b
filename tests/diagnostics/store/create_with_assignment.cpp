// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not an argument of a write|assignments belong to update
// expect-first3: Customer[,;]
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.transact(mt::create(customer, "name"_f = "Ann")).or_throw();
#else
    db.transact(mt::create(customer)).or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
