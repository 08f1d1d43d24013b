// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no table of the store lists this as an entity
// expect-first3: int[,;] .*shop
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db) {
#ifdef MISTAKE
    db.put(42).or_throw();
#else
    db.put(Payment{}).or_throw();
#endif
}
