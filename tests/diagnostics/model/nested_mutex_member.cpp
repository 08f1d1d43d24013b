// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a struct with members that cannot be assigned to \(const, a mutex\) cannot be read back
// expect-first3: Order[,;] .*"first"
#include <monotable/monotable.hpp>
#include <mutex>

namespace mt = monotable;

#ifdef MISTAKE
struct Line {
    std::mutex lock;
};
#else
struct Line {
    std::string lock;
};
#endif
struct Order {
    std::string id;
    Line first;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

void use(mt::store<shop>& db, Order const& order) { db.put(order).or_throw(); }
