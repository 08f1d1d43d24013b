// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a filter is for the items of an entity that is not a member of the collection
// expect-first3: Account[,;] .*Payment
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
    Customer customer;
    std::vector<Order> orders;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto account = db.collect<Account>("id"_f == "c42").filter<Payment>("order_id"_f == "o1");
#else
    auto account = db.collect<Account>("id"_f == "c42").filter<Order>("number"_f > 1);
#endif
    if (auto const found = account.get()) static_cast<void>(found->customer.id);
}
