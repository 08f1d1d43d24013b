// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: batch_put takes a range of objects
// expect-first3: Customer
#include <monotable/batches.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.batch_put(customer).or_throw();
#else
    db.batch_put(std::vector<Customer>{customer}).or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
