// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a placeholder's format does not suit its field; use lower and prefix. for strings
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    int number;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{number:lower}", "ORDER">;
#else
    using key = mt::key<"ORDER#{number:6}", "ORDER">;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
