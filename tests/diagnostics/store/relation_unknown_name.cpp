// SPDX-License-Identifier: BSL-1.0
// expect: monotable: no table of the store has a relation of this name
// expect-first3: invoices
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
    for (Customer const& each : db.children<"invoices">(Customer{})) static_cast<void>(each);
#else
    for (Order const& each : db.children<"orders">(Customer{})) static_cast<void>(each);
#endif
}
