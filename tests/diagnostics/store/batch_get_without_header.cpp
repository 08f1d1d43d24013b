// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: batch_get, batch_put, batch_erase and batch need their header; include <monotable/batches.hpp>
// expect-first3: shop
#include <monotable/monotable.hpp>
#ifndef MISTAKE
#include <monotable/batches.hpp>
#endif
#include "../shop.hpp"

void use(mt::store<shop>& db, std::vector<std::string> const& ids) {
    for (auto const& each : db.batch_get<Customer>(ids, mt::attempts(3)))
        if (each) (void)each->name;
}
