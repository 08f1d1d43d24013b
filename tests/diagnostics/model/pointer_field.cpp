// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a pointer or reference is not stored; hold the value itself
// expect-first3: Order[,;] .*"customer"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Customer;
struct Order {
    std::string id;
#ifdef MISTAKE
    Customer const* customer = nullptr;
#else
    std::string customer_id;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
