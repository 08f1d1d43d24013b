// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the store itself sets a version and the times created and updated with each write; drop the assignment
// expect-first3: Account[,;] .*"opened_at"
#include <monotable/managed_fields.hpp>

#include "../managed_fields.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Account>("id"_f == "a1", "opened_at"_f = mt::timestamp());
#else
    auto done = db.update<Account>("id"_f == "a1", "owner"_f = "Ann");
#endif
    if (!done) done.or_throw();
}
