// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a collection is a partition, or a range of what the sort keys of all its members begin with alike, and this field is in neither
// expect-first3: Customer[,;] .*"name"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
    Customer customer;
    std::vector<Order> orders;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const account = db.collect<Account>("id"_f == "c42", "name"_f == "Ann").get();
#else
    auto const account = db.collect<Account>("id"_f == "c42").get();
#endif
    if (account) static_cast<void>(account->customer);
}
