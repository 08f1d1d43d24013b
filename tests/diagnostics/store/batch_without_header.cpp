// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: batch_get, batch_put, batch_erase and batch need their header; include <monotable/batches.hpp>
// expect-first3: shop
#include <monotable/monotable.hpp>
#ifndef MISTAKE
#include <monotable/batches.hpp>
#endif
#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer) {
    auto all = db.batch();
    all.put(customer);
    all.commit().or_throw();
}
