// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a time to live is stored in whole seconds; make the field std::chrono::sys_seconds
// expect-first3: Order[,;] .*"expires"
#include <monotable/monotable.hpp>

#include <chrono>

namespace mt = monotable;

struct Order {
    std::string id;
    mt::timestamp expires{};
    std::chrono::sys_seconds expires_at{};
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::time_to_live<"expires">>;
#else
    using attributes = mt::attributes<mt::time_to_live<"expires_at">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
