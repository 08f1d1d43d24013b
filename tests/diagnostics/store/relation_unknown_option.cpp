// SPDX-License-Identifier: BSL-1.0
// expect: monotable: this is not an option of the relation
// expect-first3: orders
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model
    : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">, mt::gsi<"ByCustomer">>> {};
#else
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>> {};
#endif

inline mt::store<model> db;
