// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an entity has one version, one created, one updated and one time to live; keep one field of each
// expect-first3: Order[,;] .*"other"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    std::int64_t version = 0, other = 0;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::version<"version">, mt::version<"other">>;
#else
    using attributes = mt::attributes<mt::version<"version">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
