// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a local secondary index has the table's partition key; give it only a sort_key<>, or use gsi<>
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
struct shop : mt::table<"shop", mt::lsi<"ByTotal", mt::partition_key<"id">>, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::lsi<"ByTotal", mt::sort_key<"id">>, mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
