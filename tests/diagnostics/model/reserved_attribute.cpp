// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the table's type_attribute<> is reserved for the entity's type; store the field under another name
// expect-first3: Order[,;] .*"kind"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, kind;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifndef MISTAKE
    using attributes = mt::attributes<mt::renamed<"kind", "order_kind">>;
#endif
};
struct shop : mt::table<"shop", mt::type_attribute<"kind">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
