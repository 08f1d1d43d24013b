// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a multimap or multiset has no stored form; use a map of vectors
// expect-first3: Order[,;] .*"value"
#include <monotable/monotable.hpp>

#include <map>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    std::multimap<std::string, int> value;
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
