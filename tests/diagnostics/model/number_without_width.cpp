// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a decimal or floating-point field needs a fixed width in key text, .*write .field:8.2.
// expect-first3: Order[,;] .*"total"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
    mt::decimal total;
};
template <>
struct mt::entity<Order> {
#ifdef MISTAKE
    using key = mt::key<"ORDER#{id}", "TOTAL#{total}">;
#else
    using key = mt::key<"ORDER#{id}", "TOTAL#{total:8.2}">;
#endif
};
struct shop : mt::table<"shop", mt::gsi<"GSI1">, mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
