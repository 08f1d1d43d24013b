// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the fields of an entity cannot be read, .*adapt it with BOOST_HANA_ADAPT_STRUCT
// expect-first3: Order[,;] .*shop
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    Order(std::string i) : id(std::move(i)) {}
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
