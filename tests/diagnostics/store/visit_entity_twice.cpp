// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two overloads of visit take the changes of this entity; keep one
// expect-first3: shop[,;].*Order
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::change<shop> const& change) {
    change.visit([](mt::change<shop, Order> const&) {}, [](mt::change<shop> const&) {},
#ifdef MISTAKE
                 [](mt::change<shop, Order>) {});
#else
                 [](mt::change<shop, Customer>) {});
#endif
}
