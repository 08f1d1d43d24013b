// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a local secondary index needs a table with a sort key; add sort_key<>
// expect-first3: shop[,;] .*"ByTotal"
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
struct shop : mt::table<"shop", mt::partition_key<"PK">, mt::lsi<"ByTotal">, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::partition_key<"PK">, mt::sort_key<"SK">, mt::lsi<"ByTotal">, mt::entities<Order>> {
};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
