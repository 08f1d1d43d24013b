// SPDX-License-Identifier: BSL-1.0
// expect: monotable: no key or index lists the pairs of one side of this relation
// expect-first3: attends.*Attendance
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::many_to_many<"attends", Student, Course,
                                        mt::edge<Attendance, mt::left<"id", "student_id">,
                                                 mt::right<"number", "course_number">, mt::right<"number", "term">>>> {
};
#else
struct model
    : related<
          mt::many_to_many<"attends", Student, Course,
                           mt::edge<Enrolment, mt::left<"id", "student_id">, mt::right<"number", "course_number">>>> {};
#endif

inline mt::store<model> db;
