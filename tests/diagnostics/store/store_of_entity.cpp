// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not a table; derive a struct from monotable::table
// expect-first3: Payment
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(Payment const& payment) {
#ifdef MISTAKE
    mt::store<Payment> db;
#else
    mt::store<shop> db;
#endif
    db.put(payment).or_throw();
}
