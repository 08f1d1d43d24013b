// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a batch takes a range of keys
// expect-first3: Order[,;]
#include <monotable/batches.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.batch_get<Order>(std::vector<std::string>{"1", "2"}).or_throw();
#else
    db.batch_get<Order>(std::vector<Order>(2)).or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
