// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a key attribute of type N or B takes one plain .field. of a number or of bytes
// expect-first3: Order[,;] .*"id"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, customer_id;
    int number;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"CUSTOMER#{customer_id}", "{id}">;
#else
    using key = mt::key<"CUSTOMER#{customer_id}", "{number}">;
#endif
};
struct shop : mt::table<"shop", mt::partition_key<"PK">, mt::sort_key<"SK:N">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
