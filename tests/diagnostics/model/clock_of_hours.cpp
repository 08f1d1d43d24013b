// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: only std::chrono::sys_time and local_time in whole days, s, ms, us or ns are stored; convert
// expect-first3: Order[,;] .*"value"
#include <monotable/monotable.hpp>

#include <chrono>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    std::chrono::sys_time<std::chrono::hours> value;
#else
    std::chrono::sys_time<std::chrono::seconds> value;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
