// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this is not a condition; write .*_f == value
// expect-first3: Customer[,;] .*(char|const char|std::)
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db) {
#ifdef MISTAKE
    bool const erased = static_cast<bool>(db.erase<Customer>("c42"));
#else
    bool const erased = static_cast<bool>(db.erase<Customer>("id"_f == "c42"));
#endif
    static_cast<void>(erased);
}
