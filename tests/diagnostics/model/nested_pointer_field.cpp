// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a pointer or reference is not stored; hold the value itself
// expect-first3: Line[,;] .*"product"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Line {
#ifdef MISTAKE
    char const* product;
#else
    std::string product;
#endif
};
struct Order {
    std::string id;
    std::vector<Line> lines;
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
