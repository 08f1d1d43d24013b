// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: long double would not survive a round trip; use double or monotable::decimal
// expect-first3: Order[,;] .*"value"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    long double value;
#else
    double value;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
