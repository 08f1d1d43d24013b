// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this field is part of the primary key
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.transact(mt::update<Order>("customer_id"_f == "c42", "placed_at"_f == mt::timestamp(), "id"_f == "o1",
                                  "customer_id"_f = "c43"))
        .or_throw();
#else
    db.transact(mt::update<Order>("customer_id"_f == "c42", "placed_at"_f == mt::timestamp(), "id"_f == "o1",
                                  "label"_f = "new"))
        .or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
