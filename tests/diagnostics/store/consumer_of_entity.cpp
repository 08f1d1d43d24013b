// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not a table; derive a struct from
// expect-first3: Order
#include <monotable/monotable.hpp>
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    mt::consumer<Order> reader(db, "all");
#else
    mt::consumer<shop> reader(db, "all");
#endif
}
