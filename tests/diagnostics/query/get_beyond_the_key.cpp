// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: get and erase take the primary key and nothing else, .*drop the condition
// expect-first3: Customer[,;] .*"name"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const customer = db.get<Customer>("id"_f == "c42", "name"_f == "Ann");
#else
    auto const customer = db.get<Customer>("id"_f == "c42");
#endif
    if (customer) static_cast<void>(customer->name);
}
