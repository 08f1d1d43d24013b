// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the store sets this field, so that no key could be given beforehand; keep created, updated and computed fields out of the primary key
// expect-first3: Order[,;] .*"sum"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    int sum = 0, net = 0, tax = 0;
    int add() const { return net + tax; }
};
template <>
struct mt::entity<Order> {
    using attributes = mt::attributes<mt::computed<"sum", &Order::add>>;
#ifdef MISTAKE
    using key = mt::key<"ORDER#{id}", "SUM#{sum}">;
#else
    using key = mt::key<"ORDER#{id}", "ORDER">;
    using indexes = mt::indexes<mt::index<"GSI1", "SUM", "{sum}">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
