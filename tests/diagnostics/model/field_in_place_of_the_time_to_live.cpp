// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a table has one attribute for the time to live, and here two entities differ; store it under the same name with renamed<>, and other fields under other names
// expect-first3: Cart[,;] .*"ends"
#include <monotable/monotable.hpp>

#include <chrono>

namespace mt = monotable;

struct Session {
    std::string id;
    std::chrono::sys_seconds ends{};
};
struct Cart {
    std::string id;
    std::int64_t ends = 0; // which the store would take for the second to erase the cart at
};
template <>
struct mt::entity<Session> {
    using key = mt::key<"SESSION#{id}", "SESSION">;
    using attributes = mt::attributes<mt::time_to_live<"ends">>;
};
template <>
struct mt::entity<Cart> {
    using key = mt::key<"CART#{id}", "CART">;
#ifndef MISTAKE
    using attributes = mt::attributes<mt::renamed<"ends", "ends_on_shelf">>;
#endif
};
struct shop : mt::table<"shop", mt::entities<Session, Cart>> {};

static_assert(mt::valid<shop>);
void use(Cart const& cart) {
    mt::store<shop> db;
    db.put(cart).or_throw();
}
