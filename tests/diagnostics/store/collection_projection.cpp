// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a member of a collection is not a declared entity; name the whole entity, as a collection has no projections
// expect-first3: Account[,;] .*"orders"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Summary {
    mt::decimal total;
};
struct Account {
    Customer customer;
#ifdef MISTAKE
    std::vector<Summary> orders;
#else
    std::vector<Order> orders;
#endif
};

void use(mt::store<shop> const& db) {
    auto const account = db.collect<Account>("id"_f == "c42").get();
    if (account) static_cast<void>(account->customer);
}
