// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the fields of a struct with a base class are not found; make the base a member, or adapt the struct with BOOST_HANA_ADAPT_STRUCT
// expect-first3: Order
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Dated {
    std::string day;
};
#ifdef MISTAKE
struct Order : Dated {
    std::string id;
};
#else
struct Order {
    std::string id;
    Dated dated;
};
#endif
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

void use(mt::store<shop>& db, Order const& order) { db.put(order).or_throw(); }
