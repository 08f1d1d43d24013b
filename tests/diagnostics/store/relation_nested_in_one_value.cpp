// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a relation is nested in a field that holds one value
// expect-first3: names.*Customer.*name
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"names", Customer, mt::nested<"name">>> {};
#else
struct model : related<mt::one_to_many<"phones", Customer, mt::nested<"phones">>> {};
#endif

inline mt::store<model> db;
