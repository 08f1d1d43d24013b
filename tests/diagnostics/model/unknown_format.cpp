// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a placeholder has an unknown format; use a width such as 6 or 8.2, lower, desc
// expect-first3: Order[,;] .*"id:upper"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer_id;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{id:upper}", "ORDER">;
#else
    using key = mt::key<"ORDER#{id:lower}", "ORDER">;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
