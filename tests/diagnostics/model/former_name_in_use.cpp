// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: formerly<> names an attribute that is already used by a field, a key, the entity's type or another .*; choose a name
// expect-first3: Customer[,;] .*"name"
#include <monotable/evolution.hpp>

namespace mt = monotable;

struct Customer {
    std::string id, name;
    int total = 0;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::formerly<"total", "name">>;
#else
    using attributes = mt::attributes<mt::formerly<"total", "sum">>;
#endif
};
struct shop : mt::table<"shop", mt::entities<Customer>> {};

static_assert(mt::valid<shop>);
void use(Customer const& customer) {
    mt::store<shop> db;
    db.put(customer).or_throw();
}
