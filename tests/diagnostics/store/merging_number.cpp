// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: merging applies to structs and maps
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.update<Order>("customer_id"_f == "c42", "placed_at"_f == mt::timestamp(), "id"_f == "o1",
                     mt::merging("number"_f = 1))
        .or_throw();
#else
    db.update<Order>("customer_id"_f == "c42", "placed_at"_f == mt::timestamp(), "id"_f == "o1", "number"_f = 1)
        .or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
