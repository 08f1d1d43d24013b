// SPDX-License-Identifier: BSL-1.0
// expect: monotable: the index that this relation names does not find its children
// expect-first3: tickets.*Ticket.*Inverted
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model
    : related<mt::one_to_many<"tickets", Customer, Ticket, mt::match<"id", "customer_id">, mt::by_index<"Inverted">>> {
};
#else
struct model
    : related<
          mt::one_to_many<"tickets", Customer, Ticket, mt::match<"id", "customer_id">, mt::by_index<"ByCustomer">>> {};
#endif

inline mt::store<model> db;
