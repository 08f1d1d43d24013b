// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a condition names a field that the struct does not have
// expect-first3: Customer[,;] .*"customer_id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
    Customer customer;
    std::vector<Order> orders;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const account = db.collect<Account>("customer_id"_f == "c42").get();
#else
    auto const account = db.collect<Account>("id"_f == "c42").get();
#endif
    if (account) static_cast<void>(account->customer);
}
