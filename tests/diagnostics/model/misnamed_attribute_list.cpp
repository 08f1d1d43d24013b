// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an entity declares something under a name that is not read; use the names key, indexes, attributes and type
// expect-first3: Customer[,;] .*"attribute"
#include <monotable/monotable.hpp>
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Customer {
    std::string id, email;
};
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
#ifdef MISTAKE
    using attribute = mt::attributes<mt::unique<"email">>;
#else
    using attributes = mt::attributes<mt::unique<"email">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Customer>> {};

static_assert(mt::valid<shop>);
void use(Customer const& customer) {
    mt::store<shop> db;
    db.put(customer).or_throw();
}
