// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a relation matches a field that the struct does not have
// expect-first3: orders.*Order.*customer
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer">>> {};
#else
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>> {};
#endif

static_assert(mt::valid<model>); // without a store
