// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two keys declare one attribute with different types; use one type, or two names
// expect-first3: shop[,;] .*"total"
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
struct shop : mt::table<"shop", mt::gsi<"GSI1", mt::partition_key<"total">>,
                        mt::gsi<"GSI2", mt::partition_key<"total:N">>, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::gsi<"GSI1", mt::partition_key<"total:N">>,
                        mt::gsi<"GSI2", mt::partition_key<"total:N">>, mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
