// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: created and updated are moments; make the field monotable::timestamp, or another std::chrono::sys_time
// expect-first3: Order[,;] .*"placed"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    std::int64_t placed = 0;
    mt::timestamp placed_at{};
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::created<"placed">>;
#else
    using attributes = mt::attributes<mt::created<"placed_at">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
