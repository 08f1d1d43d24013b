// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: this field is in no struct or map that could be created
// expect-first3: Customer[,;] .*"name"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

void use(mt::store<shop>& db, Customer const& customer, Payment const& payment) {
#ifdef MISTAKE
    db.update<Customer>("id"_f == "c42", mt::creating_parent("name"_f = "Ann")).or_throw();
#else
    db.update<Customer>("id"_f == "c42", "name"_f = "Ann").or_throw();
#endif
    static_cast<void>(db), static_cast<void>(customer), static_cast<void>(payment);
}
