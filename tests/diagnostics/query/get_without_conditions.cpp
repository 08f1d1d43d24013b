// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this needs the whole primary key, .*use query<E>.. for several items
// expect-first3: Customer[,;] .*"id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const customer = db.get<Customer>();
#else
    auto const customer = db.get<Customer>("id"_f == "c42");
#endif
    if (customer) static_cast<void>(customer->name);
}
