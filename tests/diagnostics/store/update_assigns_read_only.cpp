// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this field is read_only<>, so that it keeps the value that it was created with; erase the item and create another
// expect-first3: Account[,;] .*"opened_by"
#include <monotable/managed_fields.hpp>

#include "../managed_fields.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Account>("id"_f == "a1", "opened_by"_f = "Ann");
#else
    auto done = db.update<Account>("id"_f == "a1", "owner"_f = "Ann");
#endif
    if (!done) done.or_throw();
}
