// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: transact, transaction, transact_get and move need their header; include <monotable/transactions.hpp>
// expect-first3: shop
#include <monotable/monotable.hpp>
#ifndef MISTAKE
#include <monotable/transactions.hpp>
#endif
#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer) {
    auto all = db.transaction();
    all.put(customer);
    all.erase<Payment>("id"_f == "1");
    all.commit().or_throw();
}
