// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/relations.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A model with a relation of every kind, and entities with keys of different types.
namespace relation_model {

namespace mt = monotable;
using namespace mt::literals;

struct line {
    std::string street, city;
    bool operator==(line const&) const = default;
};
struct customer {
    std::string id, name;
    std::vector<line> addresses;
    bool operator==(customer const&) const = default;
};
/// Stored in the partition of its customer.
struct order {
    std::string customer_id, id;
    int total = 0;
    bool operator==(order const&) const = default;
};
/// Related by an index; a ticket need not belong to a customer.
struct ticket {
    std::uint32_t number = 0;
    std::optional<std::string> customer_id;
    bool open = true;
    bool operator==(ticket const&) const = default;
};

/// Levels of a hierarchy: the first is stored, the second is not.
struct country {
    std::string name, capital;
    bool operator==(country const&) const = default;
};
struct state {
    std::string country, name;
};
struct place {
    std::string country, state, city, zip;
    bool operator==(place const&) const = default;
};

struct student {
    std::string id, name;
    bool operator==(student const&) const = default;
};
struct course {
    std::int32_t number = 0;
    std::string title;
    bool operator==(course const&) const = default;
};
struct enrolment {
    std::string student_id;
    std::int32_t course_number = 0;
    int grade = 0;
    bool operator==(enrolment const&) const = default;
};

struct person {
    std::string id;
    bool operator==(person const&) const = default;
};
struct acquaintance {
    std::string who, whom;
    bool close = false;
    bool operator==(acquaintance const&) const = default;
};

} // namespace relation_model

template <>
struct monotable::entity<relation_model::customer> {
    using key = monotable::key<"C#{id}", "C">;
};
template <>
struct monotable::entity<relation_model::order> {
    using key = monotable::key<"C#{customer_id}", "O#{id}">;
};
template <>
struct monotable::entity<relation_model::ticket> {
    using key = monotable::key<"T#{number}", "T">;
    using indexes = monotable::indexes<index<"GSI1", "C#{customer_id}", "T#{number}">>;
};
template <>
struct monotable::entity<relation_model::country> {
    using key = monotable::key<"P#{name}", "A">;
};
template <>
struct monotable::entity<relation_model::place> {
    using key = monotable::key<"P#{country}", "P#{state}#{city}#{zip}">;
};
template <>
struct monotable::entity<relation_model::student> {
    using key = monotable::key<"S#{id}", "S">;
};
template <>
struct monotable::entity<relation_model::course> {
    using key = monotable::key<"K#{number}", "K">;
};
template <>
struct monotable::entity<relation_model::enrolment> {
    using key = monotable::key<"S#{student_id}", "E#{course_number}">;
    using indexes = monotable::indexes<index<"GSI1", "E#{course_number}", "S#{student_id}">>;
};
template <>
struct monotable::entity<relation_model::person> {
    using key = monotable::key<"H#{id}", "H">;
};
template <>
struct monotable::entity<relation_model::acquaintance> {
    using key = monotable::key<"H#{who}", "K#{whom}">;
    using indexes = monotable::indexes<index<"GSI1", "H#{whom}", "K#{who}">>;
};

namespace relation_model {

struct world
    : mt::table<
          "world", mt::gsi<"GSI1">,
          mt::entities<customer, order, ticket, country, place, student, course, enrolment, person, acquaintance>,
          mt::one_to_many<"orders", customer, order, mt::match<"id", "customer_id">, mt::in_collection>,
          mt::one_to_many<"tickets", customer, ticket, mt::match<"id", "customer_id">, mt::by_index<"GSI1">>,
          mt::one_to_many<"addresses", customer, mt::nested<"addresses">>,
          mt::one_to_many<"places", country, place, mt::match<"name", "country">>,
          mt::one_to_many<"in_state", state, place, mt::match<"country", "country">, mt::match<"name", "state">,
                          mt::by_sort_key>,
          mt::many_to_many<"enrolled", student, course,
                           mt::edge<enrolment, mt::left<"id", "student_id">, mt::right<"number", "course_number">>>,
          mt::many_to_many<"knows", person, person,
                           mt::edge<acquaintance, mt::left<"id", "who">, mt::right<"id", "whom">>>> {};

} // namespace relation_model
