// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a table has at most 5 local secondary indexes; use gsi<>
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
struct shop : mt::table<"shop", mt::lsi<"I00">, mt::lsi<"I01">, mt::lsi<"I02">, mt::lsi<"I03">, mt::lsi<"I04">,
                        mt::lsi<"I05">, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::lsi<"I00">, mt::lsi<"I01">, mt::lsi<"I02">, mt::lsi<"I03">, mt::lsi<"I04">,
                        mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
