// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an optional field cannot be part of the primary key, .*make the field required
// expect-first3: Order[,;] .*"coupon"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    std::optional<std::string> coupon;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{id}", "COUPON#{coupon}">;
#else
    using key = mt::key<"ORDER#{id}", "ORDER">;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
