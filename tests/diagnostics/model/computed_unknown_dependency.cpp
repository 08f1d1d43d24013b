// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: attributes<> names a field that the struct does not have; spell it as the struct does
// expect-first3: Order[,;] .*"nett"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    int total = 0, net = 0, tax = 0;
    int sum() const { return net + tax; }
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::computed<"total", &Order::sum, "nett", "tax">>;
#else
    using attributes = mt::attributes<mt::computed<"total", &Order::sum, "net", "tax">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
