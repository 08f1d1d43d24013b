// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: attributes<> names a field that the struct does not have; spell it as the struct does
// expect-first3: Order[,;] .*"numbre"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id, tenant, number;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::unique<"tenant", "numbre">>;
#else
    using attributes = mt::attributes<mt::unique<"tenant", "number">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
