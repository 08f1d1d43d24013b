// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this needs the whole primary key, and a field of it has no == condition
// expect-first3: Customer[,;] .*"id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto range = db.get<Customer>("id"_f.in("c42", "c43"));
#else
    auto range = db.get<Customer>("id"_f == "c42");
#endif
    if (range) static_cast<void>(range->id);
}
