// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the fields of a struct with a C array are not found; use std::array, or std::string for text
// expect-first3: Order[,;] .*"first"
#include <monotable/monotable.hpp>
#include <array>

namespace mt = monotable;

#ifdef MISTAKE
struct Line {
    int amounts[3];
};
#else
struct Line {
    std::array<int, 3> amounts;
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
