// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a table has one attribute for the time to live, and here two entities differ; store it under the same name with renamed<>
// expect-first3: Cart[,;] .*"expires_at"
#include <monotable/monotable.hpp>

#include <chrono>

namespace mt = monotable;

struct Session {
    std::string id;
    std::chrono::sys_seconds expires_at{};
};
struct Cart {
    std::string id;
    std::int64_t until = 0;
};
template <>
struct mt::entity<Session> {
    using key = mt::key<"SESSION#{id}", "SESSION">;
    using attributes = mt::attributes<mt::time_to_live<"expires_at">>;
};
template <>
struct mt::entity<Cart> {
    using key = mt::key<"CART#{id}", "CART">;
#ifdef MISTAKE
    using attributes = mt::attributes<mt::time_to_live<"until">>;
#else
    using attributes = mt::attributes<mt::time_to_live<"until">, mt::renamed<"until", "expires_at">>;
#endif
};
struct shop : mt::table<"shop", mt::entities<Session, Cart>> {};

static_assert(mt::valid<shop>);
void use(Cart const& cart) {
    mt::store<shop> db;
    db.put(cart).or_throw();
}
