// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the store itself sets a version and the times created and updated with each write; drop the assignment
// expect-first3: Account[,;] .*"version"
#include <monotable/managed_fields.hpp>

#include "../managed_fields.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Account>("id"_f == "a1", "version"_f += 1);
#else
    auto done = db.update<Account>("id"_f == "a1", "balance"_f += 1);
#endif
    if (!done) done.or_throw();
}
