// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: unique<> stores its guards under the name of the entity, and two entities of the table have this one; give one another name
// expect-first3: a::Order[,;] .*"Order"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

namespace a {
struct Order {
    std::string id, code;
};
} // namespace a
namespace b {
struct Order {
    std::string id, code;
};
} // namespace b
template <>
struct mt::entity<a::Order> {
    using key = mt::key<"A#{id}", "ORDER">;
    using attributes = mt::attributes<mt::unique<"code">>;
};
template <>
struct mt::entity<b::Order> {
    using key = mt::key<"B#{id}", "ORDER">;
    using attributes = mt::attributes<mt::unique<"code">>;
#ifndef MISTAKE
    using type = mt::entity_type<"order of b">;
#endif
};
struct shop : mt::table<"shop", mt::entities<a::Order, b::Order>> {};

void use(mt::store<shop>& db, a::Order const& order) { db.put(order).or_throw(); }
