// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two tables of the store list this entity, .*list it in one
// expect-first3: Payment.*shop, archive
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct archive : mt::table<"archive", mt::entities<Payment>> {};

void use(Payment const& payment) {
#ifdef MISTAKE
    mt::store<shop, archive> db;
#else
    mt::store<shop> db;
#endif
    db.put(payment).or_throw();
}
