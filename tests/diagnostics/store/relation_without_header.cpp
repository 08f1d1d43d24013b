// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a table declares relations.*include <monotable/relations.hpp>
// expect-first3: model
#include <monotable/monotable.hpp>
#ifndef MISTAKE
#include <monotable/relations.hpp>
#endif
#include "../related.hpp"

struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>> {};

inline mt::store<model> db;
