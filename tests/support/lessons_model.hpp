// SPDX-License-Identifier: BSL-1.0
#pragma once

// Pairs stored as two mirrored items, each with copies of the other side's fields and fields computed from these.
#include <monotable/monotable.hpp>
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/streams.hpp>
#include <monotable/transactions.hpp>

#include <string>

namespace lessons_model {

namespace mt = monotable;
using namespace mt::literals;

struct student {
    std::string id, name = {};
};
struct course {
    std::string id, title = {};
    int hours = 0;
};
/// The item in the student's partition.
struct taken {
    std::string student_id, course_id, title = {};
    int hours = 0, since = 0;
    std::string label = {};
    bool operator==(taken const&) const = default;
};
/// The item in the course's partition.
struct attended {
    std::string student_id, course_id, name = {};
    int since = 0;
    std::string label = {};
    bool operator==(attended const&) const = default;
};

} // namespace lessons_model

template <>
struct monotable::entity<lessons_model::student> {
    using key = monotable::key<"STUDENT#{id}", "STUDENT">;
};
template <>
struct monotable::entity<lessons_model::course> {
    using key = monotable::key<"COURSE#{id}", "COURSE">;
};
template <>
struct monotable::entity<lessons_model::taken> {
    using key = monotable::key<"STUDENT#{student_id}", "TAKEN#{course_id}">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "OF#{course_id}", "{label}#{student_id}">>;
    using attributes = monotable::attributes<monotable::computed<
        "label", [](lessons_model::taken const& t) { return t.title + ", " + std::to_string(t.hours + t.since); },
        "title", "hours", "since">>;
};
template <>
struct monotable::entity<lessons_model::attended> {
    using key = monotable::key<"COURSE#{course_id}", "BY#{student_id}">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "BY#{student_id}", "{label}#{course_id}">>;
    using attributes = monotable::attributes<
        monotable::computed<"label", [](lessons_model::attended const& a) { return a.name + "!"; }, "name">>;
};

namespace lessons_model {

template <class... Options>
struct school
    : mt::table<
          "school", mt::stream, mt::gsi<"GSI1">, mt::entities<student, course, taken, attended>,
          mt::many_to_many<"takes", student, course,
                           mt::copies<taken, attended, mt::left<"id", "student_id">, mt::right<"id", "course_id">>,
                           Options...>> {};

} // namespace lessons_model
