// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an overload of visit takes the change of no entity of the table, so that it would never be called
// expect-first3: shop.*Payment
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::change<shop> const& change) {
    change.visit([](mt::change<shop, Customer> const&) {}, [](mt::change<shop, Order> const&) {},
                 [](mt::change<shop> const&) {},
#ifdef MISTAKE
                 [](mt::change<shop, Payment> const&) {});
#else
                 [](auto const&) {});
#endif
}
