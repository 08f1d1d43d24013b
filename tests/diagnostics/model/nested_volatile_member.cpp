// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a struct with a volatile member cannot be read back; drop the qualifier
// expect-first3: Order[,;] .*"first"
#include <monotable/monotable.hpp>

namespace mt = monotable;

#ifdef MISTAKE
struct Line {
    int volatile amount;
};
#else
struct Line {
    int amount;
};
#endif
struct Order {
    std::string id;
    Line first;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

void use(mt::store<shop>& db, Order const& order) { db.put(order).or_throw(); }
