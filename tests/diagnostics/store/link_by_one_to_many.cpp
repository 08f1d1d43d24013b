// SPDX-License-Identifier: BSL-1.0
// expect: monotable: no table of the store has a relation of this name for this verb
// expect-first3: orders
#include <monotable/relations.hpp>

#include "../related.hpp"

struct model
    : related<
          mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>,
          mt::many_to_many<"enrolled", Student, Course,
                           mt::edge<Enrolment, mt::left<"id", "student_id">, mt::right<"number", "course_number">>>> {};

void use(mt::store<model>& db, Student const& student, Course const& course) {
#ifdef MISTAKE
    db.link<"orders">(Customer{}, Order{}).or_throw();
#else
    db.put(Order{}).or_throw();
#endif
}
