// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a struct with a volatile member cannot be read back; drop the qualifier
// expect-first3: Order[,;] .*"member 2"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    volatile int amount;
#else
    int amount;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

void use(mt::store<shop>& db, Order const& order) { db.put(order).or_throw(); }
