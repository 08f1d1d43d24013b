// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the fields of an entity cannot be read, since it is not an aggregate or has no fields
// expect-first3: Order[,;] .*shop
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
#ifndef MISTAKE
    std::string id;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
