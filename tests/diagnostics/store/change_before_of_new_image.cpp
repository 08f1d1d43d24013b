// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the records of this stream do not hold the item before the change; use keys
// expect-first3: new_shop
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::change<new_shop> const& change) {
#ifdef MISTAKE
    static_cast<void>(change.before());
#else
    static_cast<void>(change.after());
#endif
}
