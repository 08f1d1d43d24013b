// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a relation does not say which fields refer to this struct
// expect-first3: orders.*Customer
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"orders", Customer, Order>> {};
#else
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>> {};
#endif

inline mt::store<model> db;
