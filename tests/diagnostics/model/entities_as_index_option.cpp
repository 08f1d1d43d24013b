// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not an option of a table .*or of an index
// expect-first3: entities<Order>
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
struct shop : mt::table<"shop", mt::gsi<"GSI1", mt::entities<Order>>, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
