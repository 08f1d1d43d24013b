// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: bytes cannot be part of key text; make them the whole key of an attribute of type B
// expect-first3: Order[,;] .*"hash"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    std::vector<std::byte> hash;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{hash}", "ORDER">;
#else
    using key = mt::key<"ORDER#{id}", "ORDER">;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
