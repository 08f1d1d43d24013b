// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a map's key must be a string, an integer or an enumeration; use such a key
// expect-first3: Order[,;] .*"value"
#include <monotable/monotable.hpp>

#include <map>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    std::map<double, int> value;
#else
    std::map<std::string, int> value;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
