// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field of this type cannot be part of a key; use a string, integer
// expect-first3: Order[,;] .*"lines"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    std::vector<std::string> lines;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{lines}", "ORDER">;
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
