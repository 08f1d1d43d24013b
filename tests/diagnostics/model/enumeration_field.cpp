// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an unscoped enumeration needs a fixed underlying type to be stored by name
// expect-first3: Order[,;] .*"state"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    enum state { open, paid } state;
#else
    enum state : int { open, paid } state;
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
