// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an index has at most 4 partition key and 4 sort key attributes; compose
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
struct shop : mt::table<"shop", mt::gsi<"GSI1", mt::partition_key<"a", "b", "c", "d", "e">>, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::gsi<"GSI1", mt::partition_key<"a", "b", "c", "d">>, mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
