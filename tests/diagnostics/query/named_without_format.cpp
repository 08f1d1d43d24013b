// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the key that would serve this query holds only a part of the field; name the placeholder with its format
// expect-first3: Customer[,;] .*"name:lower"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto customers = db.query<Customer>("name"_f == "ann");
#else
    auto customers = db.query<Customer>("name:lower"_f == "ann");
#endif
    for (Customer const& customer : customers) static_cast<void>(customer.id);
}
