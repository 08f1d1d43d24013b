// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field is stored in a key attribute of another type, .*declare the attribute as
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    int number;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifndef MISTAKE
    using attributes = mt::attributes<mt::renamed<"number", "order_number">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"ByNumber", mt::partition_key<"number">>, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
