// SPDX-License-Identifier: BSL-1.0
// expect: monotable: the matched fields of this relation do not find the parent or side
// expect-first3: bans.*Ticket
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE // a ticket is found by its id only
struct model : related<mt::one_to_many<"bans", Ticket, Order, mt::match<"agent", "customer_id">, mt::refuse_erase>> {};
#else
struct model : related<mt::one_to_many<"bans", Ticket, Order, mt::match<"id", "customer_id">, mt::refuse_erase>> {};
#endif

inline mt::store<model> db;
