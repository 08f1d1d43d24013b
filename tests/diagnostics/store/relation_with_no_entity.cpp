// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a relation is with a struct that is not an entity of its table
// expect-first3: orders.*std::
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"orders", Customer, std::string, mt::match<"id", "customer_id">>> {};
#else
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>> {};
#endif

inline mt::store<model> db;
