// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an entity.s indexes is not a list; write using indexes = monotable::indexes<monotable::in<
// expect-first3: Order
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer_id;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using indexes = mt::indexes<mt::gsi<"GSI1">>;
#else
    using indexes = mt::indexes<mt::index<"GSI1", "ORDER#{id}", "ORDER">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
