// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an entity has formerly<>, converted<> or dropped<>; include <monotable/evolution.hpp>
// expect-first3: Customer
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Customer {
    std::string id, name;
    int total = 0;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::formerly<"total", "sum">>;
#else
    using attributes = mt::attributes<mt::defaulted<"total">>;
#endif
};
struct shop : mt::table<"shop", mt::entities<Customer>> {};

static_assert(mt::valid<shop>);
void use(Customer const& customer) {
    mt::store<shop> db;
    db.put(customer).or_throw();
}
