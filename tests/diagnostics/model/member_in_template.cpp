// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a key template names a member of a field, but keys are made of whole fields
// expect-first3: Order[,;] .*"id.owner"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Number {
    std::string owner;
    int count = 0;
};
struct Order {
    Number id;
    std::string owner;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{id.owner}", "ORDER">;
#else
    using key = mt::key<"ORDER#{owner}", "ORDER">;
#endif
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(mt::store<shop>& db, Order const& order) { db.put(order).or_throw(); }
