// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no table of the store lists this as an entity
// expect-first3: double[,;] .*shop
#include <monotable/batches.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.batch_erase<double>(std::vector<double>{1, 2}).or_throw();
#else
    db.batch_erase<Customer>(std::vector<std::string>{"1", "2"}).or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
