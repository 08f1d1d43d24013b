// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a store keeps the number of items of its tables and indexes only
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../shop.hpp"

std::size_t use(mt::store<shop> const& db) {
#ifdef MISTAKE
    return db.item_count<Order>();
#else
    return db.item_count<shop>() + db.item_count<shop, "Open">();
#endif
}
