// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: key_only<> needs a field that the primary key holds in full; add it to key<>
// expect-first3: Order[,;] .*"customer_id"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer_id;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::key_only<"customer_id">>;
#else
    using attributes = mt::attributes<mt::key_only<"id">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
