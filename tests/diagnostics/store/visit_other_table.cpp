// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an overload of visit takes the change of no entity of the table, so that it would never be called
// expect-first3: keys_shop[,;].*Order
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::change<shop> const& change) {
    change.visit([](mt::change<shop> const&) {},
#ifdef MISTAKE
                 [](mt::change<keys_shop, Order> const&) {});
#else
                 [](mt::change<shop, Order> const&) {});
#endif
}
