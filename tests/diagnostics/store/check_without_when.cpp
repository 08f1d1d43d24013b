// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a check needs a condition; give it as when\(\)
// expect-first3: Customer
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.transact(mt::check<Customer>("id"_f == "c42"), mt::put(payment)).or_throw();
#else
    db.transact(mt::check<Customer>("id"_f == "c42", mt::when("id"_f.exists())), mt::put(payment)).or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
