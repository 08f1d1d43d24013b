// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the function returns a reference to the item, which is gone after the call; return a value
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../shop.hpp"

auto use(mt::store<shop> const& db) {
    return db.get<Order>("customer_id"_f == "c42", "placed_at"_f == mt::timestamp(), "id"_f == "1",
                         [](mt::view<Order> order) {
                             auto const id = order["id"_f];
#ifdef MISTAKE
                             return id.view();
#else
                             return id.str();
#endif
                         });
}
