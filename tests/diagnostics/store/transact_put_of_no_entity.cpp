// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no table of the store lists this as an entity; add it
// expect-first3: Summary[,;] .*shop
#include <monotable/transactions.hpp>

#include "../shop.hpp"

struct Summary {
    std::string id;
};

void use(mt::store<shop>& db, Summary const& summary, Payment const& payment) {
#ifdef MISTAKE
    db.transact(mt::put(summary)).or_throw();
#else
    db.transact(mt::put(payment)).or_throw();
#endif
    static_cast<void>(summary), static_cast<void>(payment);
}
