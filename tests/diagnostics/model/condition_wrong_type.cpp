// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: when<> compares a field with a constant of another type; use a constant of the field's own type
// expect-first3: Order[,;] .*"is_open"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    bool is_open;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using indexes = mt::indexes<mt::index<"GSI1", "OPEN", "{id}">::when<"is_open", 1>>;
#else
    using indexes = mt::indexes<mt::index<"GSI1", "OPEN", "{id}">::when<"is_open", true>>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
