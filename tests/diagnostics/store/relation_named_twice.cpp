// SPDX-License-Identifier: BSL-1.0
// expect: monotable: two relations of a table have one name
// expect-first3: orders
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>,
                       mt::one_to_many<"orders", Customer, Ticket, mt::match<"id", "customer_id">>> {};
#else
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>,
                       mt::one_to_many<"tickets", Customer, Ticket, mt::match<"id", "customer_id">>> {};
#endif

inline mt::store<model> db;
