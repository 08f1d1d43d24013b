// SPDX-License-Identifier: BSL-1.0
// expect: monotable: this struct does not have that part in the relation
// expect-first3: enrolled.*Course
#include <monotable/relations.hpp>

#include "../related.hpp"

struct model
    : related<
          mt::one_to_many<"orders", Customer, Order, mt::match<"id", "customer_id">>,
          mt::many_to_many<"enrolled", Student, Course,
                           mt::edge<Enrolment, mt::left<"id", "student_id">, mt::right<"number", "course_number">>>> {};

void use(mt::store<model>& db, Student const& student, Course const& course) {
#ifdef MISTAKE
    db.link<"enrolled">(course, student).or_throw();
#else
    db.link<"enrolled">(student, course).or_throw();
#endif
}
