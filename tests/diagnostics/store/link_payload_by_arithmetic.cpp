// SPDX-License-Identifier: BSL-1.0
// expect: monotable: link takes, after the two sides, an object of the item that links them
// expect-first3: Enrolment
#include <monotable/relations.hpp>

#include "../related.hpp"

struct model
    : related<
          mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>,
          mt::many_to_many<"enrolled", Student, Course,
                           mt::edge<Enrolment, mt::left<"id", "student_id">, mt::right<"number", "course_number">>>> {};

void use(mt::store<model>& db, Student const& student, Course const& course) {
#ifdef MISTAKE
    db.link<"enrolled">(student, course, "term"_f += 1).or_throw();
#else
    db.link<"enrolled">(student, course, "term"_f = 1).or_throw();
#endif
}
