// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the store sets this field, so that no key could be given beforehand; keep created, updated and computed fields out of the primary key, a version out of all keys
// expect-first3: Order[,;] .*"version"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    std::int64_t version = 0;
    mt::timestamp updated_at{};
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
    using attributes = mt::attributes<mt::version<"version">, mt::updated<"updated_at">>;
#ifdef MISTAKE
    using indexes = mt::indexes<mt::index<"GSI1", "ORDER", "{version}">>;
#else
    using indexes = mt::indexes<mt::index<"GSI1", "ORDER", "{updated_at}">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
