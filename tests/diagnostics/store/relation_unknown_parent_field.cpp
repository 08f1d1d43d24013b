// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a relation matches a field that the struct does not have
// expect-first3: orders.*Customer.*identity
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"identity", "customer_id">>> {};
#else
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>> {};
#endif

inline mt::store<model> db;
