// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an object stands for the first member of a collection, and this one is of another type; put the member of its type first
// expect-first3: account[,;] .*Order
#include <monotable/relations.hpp>

#include "../related.hpp"

struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>> {};
struct account {
    Customer customer;
    std::vector<Order> orders;
};

void use(mt::store<model>& db, Customer const& customer, Order const& order) {
#ifdef MISTAKE
    static_cast<void>(db.collect<account>(order));
#else
    static_cast<void>(db.collect<account>(customer));
#endif
    static_cast<void>(customer), static_cast<void>(order);
}
