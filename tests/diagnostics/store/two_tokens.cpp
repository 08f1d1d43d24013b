// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a transaction has one token
// expect-first3: store<shop>
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.transact(mt::token("a"), mt::put(payment), mt::token("b")).or_throw();
#else
    db.transact(mt::token("a"), mt::put(payment)).or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
