// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this field is not stored, so that there is nothing to test or to assign; drop its not_stored<>
// expect-first3: Account[,;] .*"cache"
#include <monotable/managed_fields.hpp>

#include "../managed_fields.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Account>("id"_f == "a1", "owner"_f = "Ann", mt::when("cache"_f == "x"));
#else
    auto done = db.update<Account>("id"_f == "a1", "owner"_f = "Ann");
#endif
    if (!done) done.or_throw();
}
