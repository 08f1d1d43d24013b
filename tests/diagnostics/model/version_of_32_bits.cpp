// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a version counts every write of an item; make the field std::int64_t or std::uint64_t
// expect-first3: Order[,;] .*"number"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    int number = 0;
    std::int64_t version = 0;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::version<"number">>;
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
