// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this needs the whole primary key, and a field of it has no == condition; add it
// expect-first3: Order[,;] .*"placed_at"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, mt::timestamp monday) {
    static_cast<void>(monday);
#ifdef MISTAKE
    auto const erased = db.erase<Order>("customer_id"_f == "c42");
#else
    auto const erased = db.erase<Order>("customer_id"_f == "c42", "placed_at"_f == monday, "id"_f == "o1");
#endif
    static_cast<void>(erased);
}
