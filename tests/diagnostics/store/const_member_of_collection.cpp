// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a const or volatile value cannot be read back; drop the qualifier
// expect-first3: Account.*customer
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
#ifdef MISTAKE
    std::optional<Customer> const customer;
#else
    std::optional<Customer> customer;
#endif
};

bool use(mt::store<shop>& db) { return db.collect<Account>("id"_f == "c1").get().has_value(); }
