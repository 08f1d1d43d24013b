// SPDX-License-Identifier: BSL-1.0
// expect: monotable: no matched field is in the sort key that finds the children
// expect-first3: orders.*Order
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">, mt::by_sort_key>> {};
#else
struct model : related<mt::one_to_many<"courses", Student, Attendance, mt::match<"id", "student_id">>> {};
#endif

inline mt::store<model> db;
