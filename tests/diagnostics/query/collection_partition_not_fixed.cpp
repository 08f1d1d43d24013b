// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no key or index serves this query, because no condition fixes this field
// expect-first3: Customer[,;] .*"id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
    Customer customer;
    std::vector<Order> orders;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const account = db.collect<Account>().get();
#else
    auto const account = db.collect<Account>("id"_f == "c42").get();
#endif
    if (account) static_cast<void>(account->customer);
}
