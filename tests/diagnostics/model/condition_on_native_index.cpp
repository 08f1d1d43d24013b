// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an index over plain attributes holds every item that has them, .*make a field optional
// expect-first3: Order[,;] .*"ByCustomer"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer_id;
    bool is_open;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using indexes = mt::indexes<mt::index<"ByCustomer", "{customer_id}">::when<"is_open", true>>;
#else
    using indexes = mt::indexes<mt::index<"ByCustomer", "{customer_id}">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"ByCustomer", mt::partition_key<"customer_id">>, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
