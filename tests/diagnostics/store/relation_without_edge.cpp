// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a many_to_many says exactly once how its pairs are stored
// expect-first3: attends.*Student.*Course
#include <monotable/relations.hpp>

#include "../related.hpp"

#ifdef MISTAKE
struct model : related<mt::many_to_many<"attends", Student, Course>> {};
#else
struct model
    : related<
          mt::many_to_many<"attends", Student, Course,
                           mt::edge<Enrolment, mt::left<"id", "student_id">, mt::right<"number", "course_number">>>> {};
#endif

inline mt::store<model> db;
