// SPDX-License-Identifier: BSL-1.0
// expect: monotable: this struct does not have that part in the relation
// expect-first3: orders.*Order
#include <monotable/relations.hpp>

#include "../related.hpp"

struct model
    : related<
          mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>,
          mt::one_to_many<"phones", Customer, mt::nested<"phones">>,
          mt::many_to_many<"enrolled", Student, Course,
                           mt::edge<Enrolment, mt::left<"id", "student_id">, mt::right<"number", "course_number">>>> {};

void use(mt::store<model>& db) {
#ifdef MISTAKE
    static_cast<void>(db.children<"orders">(Order{}));
#else
    static_cast<void>(db.children<"orders">(Customer{}));
#endif
}
