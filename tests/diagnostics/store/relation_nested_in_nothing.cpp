// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a relation is nested in a field that the parent does not have
// expect-first3: phones.*Customer.*phone
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"phones", Customer, mt::nested<"phone">>> {};
#else
struct model : related<mt::one_to_many<"phones", Customer, mt::nested<"phones">>> {};
#endif

inline mt::store<model> db;
