// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a collection is a struct, each member of which is an entity
// expect-first3: vector<Order
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
    Customer customer;
    std::vector<Order> orders;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto const account = db.collect<std::vector<Order>>("customer_id"_f == "c42").get();
#else
    auto const account = db.collect<Account>("id"_f == "c42").get();
#endif
    static_cast<void>(account);
}
