// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a key template and a field, or two templates, are stored in the same attribute; rename
// expect-first3: Order[,;] .*"GSI1PK"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id, GSI1PK;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
    using indexes = mt::indexes<mt::index<"GSI1", "ORDER#{id}", "ORDER">>;
#ifndef MISTAKE
    using attributes = mt::attributes<mt::renamed<"GSI1PK", "pk">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
