// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not a condition; write .*_f == value
// expect-first3: Customer[,;] .*"id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const customer = db.get<Customer>("id"_f);
#else
    auto const customer = db.get<Customer>("id"_f == "c42");
#endif
    if (customer) static_cast<void>(customer->name);
}
