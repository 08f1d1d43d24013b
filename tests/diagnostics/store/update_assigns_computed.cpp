// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this field is computed<> from others; assign those, or remove the option
// expect-first3: Account[,;] .*"label"
#include <monotable/managed_fields.hpp>

#include "../managed_fields.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Account>("id"_f == "a1", "label"_f = "Ann");
#else
    auto done = db.update<Account>("id"_f == "a1", "owner"_f = "Ann");
#endif
    if (!done) done.or_throw();
}
