// SPDX-License-Identifier: BSL-1.0
// expect: monotable: only a relation of an entity with itself has an inverse
// expect-first3: enrolled
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
    static_cast<void>(db.linked<"enrolled">(mt::inverse, Course{}));
#else
    static_cast<void>(db.linked<"enrolled">(Course{}));
#endif
}
