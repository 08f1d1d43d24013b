// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a consumer reads a table of the store that it is given, and this is none of them
// expect-first3: store<shop>
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    mt::consumer<keys_shop> reader(db, "all");
#else
    mt::consumer<shop> reader(db, "all");
#endif
}
