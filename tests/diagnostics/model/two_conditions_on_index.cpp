// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an index has one when<>; compute a field from the others with computed<>, and name it in when<>
// expect-first3: Order[,;] .*"GSI1"
#include <monotable/monotable.hpp>

namespace mt = monotable;

enum class Status { open, paid };
struct Order {
    std::string id;
    Status status = Status::open;
    bool urgent = false;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using indexes = mt::indexes<mt::index<"GSI1", "OPEN", "{id}">::when<"status", Status::open>::when<"urgent", true>>;
#else
    using indexes = mt::indexes<mt::index<"GSI1", "OPEN", "{id}">::when<"status", Status::open>>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(mt::store<shop>& db, Order const& order) { db.put(order).or_throw(); }
