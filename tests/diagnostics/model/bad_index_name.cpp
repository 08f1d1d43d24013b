// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an index's name has 3 to 255 of the characters a-z A-Z 0-9 _ . -; rename it
// expect-first3: shop[,;] .*"I1"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
#ifdef MISTAKE
struct shop : mt::table<"shop", mt::gsi<"I1">, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
