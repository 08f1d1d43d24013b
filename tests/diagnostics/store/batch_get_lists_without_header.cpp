// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: batch_get, batch_put, batch_erase and batch need their header; include <monotable/batches.hpp>
// expect-first3: shop
#include <monotable/monotable.hpp>
#ifndef MISTAKE
#include <monotable/batches.hpp>
#endif
#include "../shop.hpp"

void use(mt::store<shop>& db, std::vector<std::string> const& ids) {
    auto const [customers, payments] = db.batch_get(mt::keys<Customer>(ids), mt::keys<Payment>(ids));
    customers.or_throw();
}
