// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no table of the store lists this as an entity
// expect-first3: Other
#include <monotable/evolution.hpp>

namespace mt = monotable;

struct Customer {
    std::string id, name;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
};
struct Other {
    std::string id;
};
struct shop : mt::table<"shop", mt::entities<Customer>> {};

void use(mt::store<shop>& db) {
#ifdef MISTAKE
    db.migrate<Other>();
#else
    db.migrate<Customer>();
#endif
}
