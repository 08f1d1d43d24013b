// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field has at most one of version, created, updated, read_only, computed and not_stored, .*; drop one
// expect-first3: Order[,;] .*"customer"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::read_only<"customer">, mt::not_stored<"customer">>;
#else
    using attributes = mt::attributes<mt::read_only<"customer">, mt::unique<"customer">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
