// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a relation says twice where its children are or what an erase does, or matches more than eight fields; keep one of each
// expect-first3: orders
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">, mt::refuse_erase,
                                       mt::cascade_erase>> {};
#else
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">, mt::refuse_erase>> {};
#endif

inline mt::store<model> db;
