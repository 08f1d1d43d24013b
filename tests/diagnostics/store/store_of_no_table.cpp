// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a store needs at least one table; name it, as in store<shop>
// expect-first3: store<>
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(Payment const& payment) {
#ifdef MISTAKE
    mt::store<> db;
#else
    mt::store<shop> db;
#endif
    db.put(payment).or_throw();
}
