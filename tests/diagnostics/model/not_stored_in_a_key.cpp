// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a key is made of a field that is not stored; take it out of the template, or drop its not_stored<>
// expect-first3: Order[,;] .*"customer"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "{customer}">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::not_stored<"customer">>;
#else
    using attributes = mt::attributes<mt::read_only<"customer">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
