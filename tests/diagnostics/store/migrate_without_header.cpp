// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: migrate needs its header; include <monotable/evolution.hpp>
// expect-first3: Customer
#include <monotable/monotable.hpp>

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
    db.migrate<Customer>();
#else
    (void)db.scan<Customer>().count();
#endif
}
