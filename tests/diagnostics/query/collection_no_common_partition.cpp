// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the members of a collection share no partition, .*give both the same partition key template
// expect-first3: Customer[,;] .*"Payment"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
    Customer customer;
#ifdef MISTAKE
    std::vector<Payment> payments;
#else
    std::vector<Order> orders;
#endif
};

void use(mt::store<shop> const& db) {
    auto const account = db.collect<Account>("id"_f == "c42").get();
    if (account) static_cast<void>(account->customer);
}
