// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two entities of a table can have the same key, .*start one key with other literal text
// expect-first3: Order.*Invoice
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer_id;
};
struct Invoice {
    std::string id, customer_id;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"CUSTOMER#{customer_id}", "ORDER#{id}">;
};
template <>
struct mt::entity<Invoice> {
#ifdef MISTAKE
    using key = mt::key<"CUSTOMER#{customer_id}", "{id}">;
#else
    using key = mt::key<"CUSTOMER#{customer_id}", "INVOICE#{id}">;
#endif
};
struct shop : mt::table<"shop", mt::entities<Order, Invoice>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
