// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a struct with a reference member cannot be read back; hold the value itself, or the id of another entity
// expect-first3: Order[,;] .*"member 2"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    int& amount;
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
