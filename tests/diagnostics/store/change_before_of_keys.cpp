// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the records of this stream do not hold the item before the change; use keys
// expect-first3: keys_shop[,;].*Order
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::change<keys_shop, Order> const& change) {
#ifdef MISTAKE
    static_cast<void>(change.before());
#else
    static_cast<void>(change.keys());
#endif
}
