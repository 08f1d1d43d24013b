// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: visit has no overload for changes that no other overload takes
// expect-first3: shop
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::change<shop> const& change) {
#ifdef MISTAKE
    change.visit([](mt::change<shop, Customer> const&) {}, [](mt::change<shop, Order> const&) {});
#else
    change.visit([](mt::change<shop, Customer> const&) {}, [](mt::change<shop> const&) {});
#endif
}
