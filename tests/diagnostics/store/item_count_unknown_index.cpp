// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: item_count names an index that the table does not have
// expect-first3: shop[,;] .*"Opne"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

std::size_t use(mt::store<shop> const& db) {
#ifdef MISTAKE
    return db.item_count<shop, "Opne">();
#else
    return db.item_count<shop, "Open">();
#endif
}
