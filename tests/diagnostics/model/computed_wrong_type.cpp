// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: computed<> needs a function that takes the object, const, and returns a value of the field.s type; write a lambda without captures
// expect-first3: Order[,;] .*"total"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    int total = 0, net = 0, tax = 0;
    std::string shown() const { return id; }
    int sum() const { return net + tax; }
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::computed<"total", &Order::shown>>;
#else
    using attributes = mt::attributes<mt::computed<"total", &Order::sum>>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
