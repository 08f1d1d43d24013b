// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the transaction has fewer actions; count them from 0
// expect-first3: transaction_result
#include <monotable/transactions.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Payment const& payment) {
    auto const done = db.transact(mt::put(payment));
#ifdef MISTAKE
    done.get<1>().or_throw();
#else
    done.get<0>().or_throw();
#endif
}
