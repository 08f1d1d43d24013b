// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a page holds a part of a collection, and the item of this member may be on another page
// expect-first3: Account[,;] .*"customer"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
#ifdef MISTAKE
    Customer customer;
#else
    std::optional<Customer> customer;
#endif
    std::vector<Order> orders;
};

void use(mt::store<shop> const& db) {
    auto const page = db.collect<Account>("id"_f == "c42").limit(20).page();
    static_cast<void>(page.part.orders);
}
