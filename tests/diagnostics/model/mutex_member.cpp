// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a type without a stored form
// expect-first3: Order[,;] .*"lock"
#include <monotable/monotable.hpp>
#include <mutex>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    std::mutex lock;
#else
    std::string lock;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

void use(mt::store<shop>& db, Order const& order) { db.put(order).or_throw(); }
