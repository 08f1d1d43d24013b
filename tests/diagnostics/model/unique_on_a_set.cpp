// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: unique<> applies to fields that can be in a key .strings, numbers, bool, enums, times, UUIDs and bytes, or optionals of them.
// expect-first3: Order[,;] .*"tags"
#include <monotable/managed_fields.hpp>

#include <set>

namespace mt = monotable;

struct Order {
    std::string id, number;
    std::set<std::string> tags;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::unique<"number", "tags">>;
#else
    using attributes = mt::attributes<mt::unique<"number">>;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
