// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a key names the same attribute twice; give each key attribute a name of its own
// expect-first3: shop[,;] .*"PK"
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
struct shop : mt::table<"shop", mt::partition_key<"PK">, mt::sort_key<"PK">, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::partition_key<"PK">, mt::sort_key<"SK">, mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
