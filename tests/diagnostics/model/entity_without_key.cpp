// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an entity of a table has no key; specialize monotable::entity<E> with using key
// expect-first3: Order[,;] .*shop
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
};
#ifndef MISTAKE
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
#endif
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
