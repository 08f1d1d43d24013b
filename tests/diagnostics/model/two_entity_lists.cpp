// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an option of a table or an index is given twice; keep one
// expect-first3: shop[,;] .*"shop"
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
struct Line;
struct shop : mt::table<"shop", mt::entities<Order>, mt::entities<Line>> {};
#else
struct shop : mt::table<"shop", mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
