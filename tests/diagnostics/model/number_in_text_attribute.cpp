// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a number is the whole of a key attribute of type S, which holds text; declare the attribute as
// expect-first3: Order[,;] .*"id"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    int id = 0;
    std::string label;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"{id}">;
};
#ifdef MISTAKE
using id = mt::partition_key<"id">;
#else
using id = mt::partition_key<"id:N">;
#endif
struct shop : mt::table<"shop", id, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(mt::store<shop>& db, Order const& order) { db.put(order).or_throw(); }
