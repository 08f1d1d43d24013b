// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field is given a value of another type
// expect-first3: Order[,;] .*"number"
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.transact(mt::update<Order>("customer_id"_f == "c42", "placed_at"_f == mt::timestamp(), "id"_f == "o1",
                                  "number"_f = "many"))
        .or_throw();
#else
    db.transact(
          mt::update<Order>("customer_id"_f == "c42", "placed_at"_f == mt::timestamp(), "id"_f == "o1", "number"_f = 7))
        .or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
