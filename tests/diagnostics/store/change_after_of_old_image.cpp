// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the records of this stream do not hold the item after the change; use keys
// expect-first3: old_shop[,;].*Order
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::change<old_shop, Order> const& change) {
#ifdef MISTAKE
    static_cast<void>(change.after());
#else
    static_cast<void>(change.before());
#endif
}
