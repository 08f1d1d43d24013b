// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a view of an item has the fields of its struct only; use the name of one of them
// expect-first3: Order
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop> const& db) {
    db.scan<Order>().visit([](mt::view<Order> order) {
#ifdef MISTAKE
        static_cast<void>(order["nmae"_f]);
#else
        static_cast<void>(order["id"_f]);
#endif
    });
}
