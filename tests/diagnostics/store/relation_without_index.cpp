// SPDX-License-Identifier: BSL-1.0
// expect: monotable: no key or index finds the children of this relation
// expect-first3: tickets.*Ticket.*id
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"tickets", Customer, Ticket, mt::match<"name", "agent">>> {};
#else
struct model : related<mt::one_to_many<"tickets", Customer, Ticket, mt::match<"id", "customer_id">>> {};
#endif

inline mt::store<model> db;
