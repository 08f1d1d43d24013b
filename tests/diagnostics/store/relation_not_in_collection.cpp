// SPDX-License-Identifier: BSL-1.0
// expect: monotable: the children of this relation are not in_collection with their parent
// expect-first3: tickets.*Customer.*Ticket
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model
    : related<mt::one_to_many<"tickets", Customer, Ticket, mt::match<"id", "customer_id">, mt::in_collection>> {};
#else
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">, mt::in_collection>> {
};
#endif

inline mt::store<model> db;
