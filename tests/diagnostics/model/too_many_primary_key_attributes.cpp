// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: only global secondary indexes have keys of several attributes; compose
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
struct shop : mt::table<"shop", mt::partition_key<"a", "b">, mt::sort_key<"SK">, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::partition_key<"a">, mt::sort_key<"SK">, mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
