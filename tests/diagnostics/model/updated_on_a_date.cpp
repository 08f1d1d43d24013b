// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: created and updated are moments; make the field monotable::timestamp, or another std::chrono::sys_time
// expect-first3: Order[,;] .*"day"
#include <monotable/managed_fields.hpp>

#include <chrono>

namespace mt = monotable;

struct Order {
    std::string id;
    std::chrono::sys_days day{};
    mt::timestamp changed_at{};
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::updated<"day">>;
#else
    using attributes = mt::attributes<mt::updated<"changed_at">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
