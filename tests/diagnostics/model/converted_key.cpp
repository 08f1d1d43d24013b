// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: converted<> applies to a field in the primary key, .*monotable::migration<>
// expect-first3: Customer[,;] .*"id"
#include <monotable/evolution.hpp>

namespace mt = monotable;

struct Customer {
    std::string id, name;
    int total = 0;
};
inline std::string to_text(int n) { return std::to_string(n); }
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::converted<"id", int, &to_text>>;
#else
    using attributes = mt::attributes<mt::converted<"name", int, &to_text>>;
#endif
};
struct shop : mt::table<"shop", mt::entities<Customer>> {};

static_assert(mt::valid<shop>);
void use(Customer const& customer) {
    mt::store<shop> db;
    db.put(customer).or_throw();
}
