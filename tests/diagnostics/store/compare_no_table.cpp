// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not a table; derive a struct from monotable::table
// expect-first3: Customer
#include <monotable/evolution.hpp>

namespace mt = monotable;

struct Customer {
    std::string id, name;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
};
struct shop : mt::table<"shop", mt::entities<Customer>> {};

void use(mt::store<shop>& db) {
#ifdef MISTAKE
    (void)mt::compare<Customer>(*db.implementation());
#else
    (void)mt::compare<shop>(*db.implementation());
#endif
}
