// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/relations.hpp>
#include <monotable/transactions.hpp>

#include <cstdint>
#include <optional>
#include <string>

/// Members of clubs and tools that they lend. Policy is the referential action of erasing a club or a member.
namespace club_model {

namespace mt = monotable;
using namespace mt::literals;

struct member {
    std::string id, name;
    bool operator==(member const&) const = default;
};
struct club {
    std::int32_t number = 0;
    std::string name;
    bool operator==(club const&) const = default;
};
struct membership {
    std::string member_id;
    std::int32_t club_number = 0;
    int since = 0;
    std::string role = "-";
    bool operator==(membership const&) const = default;
};
/// A tool, which can belong to a member.
struct tool {
    std::string id;
    std::optional<std::string> owner;
    bool operator==(tool const&) const = default;
};
struct friendship {
    std::string who, whom;
    bool operator==(friendship const&) const = default;
};

} // namespace club_model

template <>
struct monotable::entity<club_model::member> {
    using key = monotable::key<"M#{id}", "M">;
};
template <>
struct monotable::entity<club_model::club> {
    using key = monotable::key<"C#{number}", "C">;
};
template <>
struct monotable::entity<club_model::membership> {
    using key = monotable::key<"M#{member_id}", "C#{club_number}">;
    using indexes = monotable::indexes<index<"GSI1", "C#{club_number}", "M#{member_id}">>;
};
template <>
struct monotable::entity<club_model::tool> {
    using key = monotable::key<"T#{id}", "T">;
    using indexes = monotable::indexes<index<"GSI1", "M#{owner}", "T#{id}">>;
};
template <>
struct monotable::entity<club_model::friendship> {
    using key = monotable::key<"M#{who}", "F#{whom}">;
    using indexes = monotable::indexes<index<"GSI1", "F#{whom}", "F#{who}">>;
};

namespace club_model {

template <class... Policy>
struct town
    : mt::table<"town", mt::gsi<"GSI1">, mt::entities<member, club, membership, tool, friendship>,
                mt::many_to_many<"belongs", member, club,
                                 mt::edge<membership, mt::left<"id", "member_id">, mt::right<"number", "club_number">>,
                                 Policy...>,
                mt::many_to_many<"likes", member, member,
                                 mt::edge<friendship, mt::left<"id", "who">, mt::right<"id", "whom">>, Policy...>,
                mt::one_to_many<"tools", member, tool, mt::match<"id", "owner">, Policy...>> {};

/// Without a policy, nothing is counted.
using free_town = town<>;
using strict_town = town<mt::refuse_erase>;
using cascading_town = town<mt::cascade_erase>;

} // namespace club_model
