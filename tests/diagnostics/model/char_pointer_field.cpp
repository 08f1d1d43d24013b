// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a pointer or reference is not stored; hold the value itself .std::string for text
// expect-first3: Order[,;] .*"name"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    char const* name;
#else
    std::string name;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
