// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a relation matches fields of different types
// expect-first3: orders.*Customer.*id.*Order.*number
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "number">>> {};
#else
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>> {};
#endif

inline mt::store<model> db;
