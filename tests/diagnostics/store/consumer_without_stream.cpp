// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a consumer reads the stream of a table, and this table has none; add monotable::stream to its options
// expect-first3: silent_shop
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::store<shop, silent_shop> const& db) {
#ifdef MISTAKE
    mt::consumer<silent_shop> reader(db, "all");
#else
    mt::consumer<shop> reader(db, "all");
#endif
}
