// SPDX-License-Identifier: BSL-1.0
// Entities between which the files named relation_ of store/ declare relations, most of them mistaken. They include
// <monotable/relations.hpp> themselves, as a program would.
#pragma once

namespace mt = monotable;
using namespace mt::literals;

struct Customer {
    std::string id, name;
    std::vector<std::string> phones;
};
struct Order {
    std::string customer_id, id;
    int number = 0;
};
struct Ticket {
    std::string id, customer_id, agent;
};
struct Student {
    std::string id;
};
struct Course {
    int number = 0;
};
struct Enrolment {
    std::string student_id;
    int course_number = 0;
    int term = 0;
};
struct Attendance {
    std::string student_id;
    int course_number = 0;
    int term = 0;
};

template <>
struct mt::entity<Customer> {
    using key = mt::key<"C#{id}", "C">;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"C#{customer_id}", "O#{id}">;
};
template <>
struct mt::entity<Ticket> {
    using key = mt::key<"T#{id}", "T">;
    using indexes = mt::indexes<mt::index<"ByCustomer", "C#{customer_id}", "T#{id}">>;
};
template <>
struct mt::entity<Student> {
    using key = mt::key<"S#{id}", "S">;
};
template <>
struct mt::entity<Course> {
    using key = mt::key<"K#{number}", "K">;
};
template <>
struct mt::entity<Enrolment> {
    using key = mt::key<"S#{student_id}", "E#{course_number}">;
    using indexes = mt::indexes<mt::index<"Inverted", "E#{course_number}", "S#{student_id}">>;
};
template <>
struct mt::entity<Attendance> {
    using key = mt::key<"S#{student_id}", "A#{course_number}#{term}">;
};

/// A table of these entities with the relations given.
template <class... Relations>
using related = mt::table<"related", mt::gsi<"ByCustomer">, mt::gsi<"Inverted">,
                          mt::entities<Customer, Order, Ticket, Student, Course, Enrolment, Attendance>, Relations...>;
