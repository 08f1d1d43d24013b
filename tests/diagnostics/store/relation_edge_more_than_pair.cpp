// SPDX-License-Identifier: BSL-1.0
// expect: monotable: the primary key of the item for a pair has a field that neither side matches
// expect-first3: attends.*Attendance.*term
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model
    : related<
          mt::many_to_many<"attends", Student, Course,
                           mt::edge<Attendance, mt::left<"id", "student_id">, mt::right<"number", "course_number">>>> {
};
#else
struct model
    : related<
          mt::many_to_many<"attends", Student, Course,
                           mt::edge<Enrolment, mt::left<"id", "student_id">, mt::right<"number", "course_number">>>> {};
#endif

inline mt::store<model> db;
