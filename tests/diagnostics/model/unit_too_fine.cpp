// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a placeholder requires more time precision than its field has; use the field's own precision
// expect-first3: Order[,;] .*"placed_on"
#include <monotable/monotable.hpp>

#include <chrono>

namespace mt = monotable;

struct Order {
    std::string id;
    std::chrono::sys_days placed_on;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{id}", "{placed_on:second}">;
#else
    using key = mt::key<"ORDER#{id}", "{placed_on:day}">;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
