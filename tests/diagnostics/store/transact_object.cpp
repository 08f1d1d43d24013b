// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a transaction is made of actions; say what to do with it
// expect-first3: Payment
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.transact(payment).or_throw();
#else
    db.transact(mt::put(payment)).or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
