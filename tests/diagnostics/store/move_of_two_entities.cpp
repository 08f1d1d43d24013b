// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a move gives an object of one entity another key
// expect-first3: Customer[,;] .*Payment
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.move(customer, payment).or_throw();
#else
    db.move(customer, customer).or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
