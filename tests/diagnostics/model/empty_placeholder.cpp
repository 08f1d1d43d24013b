// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a placeholder of a key template names no field; write .field.
// expect-first3: Order[,;] .*"ORDER#.."
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer_id;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{}", "ORDER">;
#else
    using key = mt::key<"ORDER#{id}", "ORDER">;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
