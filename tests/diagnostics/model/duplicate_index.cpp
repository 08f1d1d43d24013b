// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two indexes of a table have the same name; rename one
// expect-first3: shop[,;] .*"GSI1"
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
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::gsi<"GSI1", mt::keys_only>, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::gsi<"GSI2", mt::keys_only>, mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
