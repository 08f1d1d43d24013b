// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: nothing separates a placeholder of variable length from the next, .*put a delimiter such as #
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer_id;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{customer_id}{id}", "ORDER">;
#else
    using key = mt::key<"ORDER#{customer_id}#{id}", "ORDER">;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
