// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a member of a collection is not an entity of the first member's table; use an entity
// expect-first3: Account[,;] .*"notes"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
    Customer customer;
#ifdef MISTAKE
    std::vector<std::string> notes;
#else
    std::vector<Order> orders;
#endif
};

void use(mt::store<shop> const& db) {
    auto const account = db.collect<Account>("id"_f == "c42").get();
    if (account) static_cast<void>(account->customer);
}
