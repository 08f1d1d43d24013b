// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not a table; derive a struct from monotable::table
// expect-first3: Order
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
static_assert(mt::valid<Order>);
#else
struct shop : mt::table<"shop", mt::entities<Order>> {};
static_assert(mt::valid<shop>);
#endif
