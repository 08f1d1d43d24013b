// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: converted<> cannot distinguish old values of this field from new ones, .*formerly<> with the former one
// expect-first3: Customer[,;] .*"total"
#include <monotable/evolution.hpp>

namespace mt = monotable;

struct Customer {
    std::string id, name;
    int total = 0;
};
inline int cents_of(short euros) { return euros * 100; }
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::converted<"total", short, &cents_of>>;
#else
    using attributes = mt::attributes<mt::converted<"total", short, &cents_of>, mt::formerly<"total", "euros">>;
#endif
};
struct shop : mt::table<"shop", mt::entities<Customer>> {};

static_assert(mt::valid<shop>);
void use(Customer const& customer) {
    mt::store<shop> db;
    db.put(customer).or_throw();
}
