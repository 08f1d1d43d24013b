// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/relation/reference.hpp>
#include <monotable/derived/relation/rules.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/table.hpp>
#include <monotable/store/write/rewrite.hpp>

#include <cstddef>
#include <string_view>

/// The constant data of one side of a relation and its references.
namespace monotable::detail {

template <class Relation>
inline constexpr bool relates_to_itself = false;
template <fixed_string Name, class E, class... Options>
inline constexpr bool relates_to_itself<many_to_many<Name, E, E, Options...>> = true;

/// "relation (side)".
template <class Relation, class Side, std::size_t List>
constexpr auto subject_text() {
    constexpr std::string_view relation = relation_of<Relation>::name, side = unqualified_name<Side>(),
                               place = !relates_to_itself<Relation> ? ""
                                       : List == 0                  ? "left "
                                                                    : "right ";
    fixed_string<relation.size() + place.size() + side.size() + 3> text;
    std::size_t size = 0;
    for (std::string_view const part : {relation, std::string_view(" ("), place, side, std::string_view(")")})
        for (char const c : part) text.data[size++] = c;
    return text;
}

template <class Table, class Relation, class Side, class Reference, std::size_t List>
struct reference_of {
    static constexpr auto subject = subject_text<Relation, Side, List>();
    static constexpr auto counter = concatenated<"linked#", relation_name<Relation>>;

    static constexpr reference_data build() {
        reference_data result;
        result.name = relation_of<Relation>::name;
        result.subject = subject.view();
        result.counter = counter.view();
        result.policy = relation_of<Relation>::data.policy;
        result.side = &related_entity<Table, Side>;
        result.reference = &related_entity<Table, Reference>;
        result.matches = &relation_of<Relation>::data.matches[List];
        result.find_references = &references_plan<Table, Relation, Reference, List>;
        if (side_key_plan<Table, Relation, Side, List>.code != query_rule::none)
            result.find_side = &side_plan<Table, Relation, Side, List>;
        result.erase = &erase_with<home_of<Table, Reference>, Reference>;
        return result;
    }
    static constexpr reference_data data = build();
};

} // namespace monotable::detail
