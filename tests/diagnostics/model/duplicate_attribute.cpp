// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two fields are stored as the same attribute; give them different names with renamed<>
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer_id;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::renamed<"id", "customer_id">>;
#else
    using attributes = mt::attributes<mt::renamed<"id", "order_id">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
