// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/array_view.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/table/consequence.hpp>
#include <monotable/table/planned_writes.hpp>
#include <monotable/table/reference.hpp>
#include <monotable/table/relation_rules.hpp>
#include <monotable/table/rewrite.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

/// Where writes meet one_to_many and many_to_many.
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
        reference_data data;
        data.name = relation_of<Relation>::name;
        data.subject = subject.view();
        data.counter = counter.view();
        data.policy = relation_of<Relation>::data.policy;
        data.side = &entity_model<Table, Side>::data;
        data.reference = &entity_model<Table, Reference>::data;
        data.matches = &relation_of<Relation>::data.matches[List];
        data.find_references = &references_plan<Table, Relation, Reference, List>;
        if (side_key_plan<Table, Relation, Side, List>.code != plan_problem::none)
            data.find_side = &side_plan<Table, Relation, Side, List>;
        data.erase = &erase_with<Table, Reference>;
        return data;
    }
    static constexpr reference_data data = build();
};

template <reference_data const&... References>
inline constexpr reference_data listed_references[] = {References...};

template <class Table, class Relation, reference_data const&... References>
void plan_reference(write_set& set, entity_change const& change) {
    if constexpr (relation_rule<Table, Relation>::valid()) {
        reference_writes writes(set, change);
        (writes.reference_changed(References), ...);
    }
}
template <class Table, class Relation, reference_data const&... References>
void plan_side(write_set& set, entity_change const& change) {
    if constexpr (relation_rule<Table, Relation>::valid())
        reference_writes(set, change).side_changed({listed_references<References...>, sizeof...(References)});
}

template <fixed_string Name, class Parent, class Child, class... Options, class Table, class E>
struct consequences_by<one_to_many<Name, Parent, Child, Options...>, Table, E> {
    using relation = one_to_many<Name, Parent, Child, Options...>;
    static constexpr bool kept = brings_consequences<relation>;
    static constexpr bool is_child = kept && std::is_same_v<E, Child>,
                          is_parent = kept && std::is_same_v<E, Parent>;

    template <class C>
    using reference = reference_of<Table, relation, Parent, C, 0>;

    static constexpr auto build() {
        consequence_array<2> built;
        std::size_t count = 0;
        if constexpr (is_child)
            built.list[count++] = {&plan_reference<Table, relation, reference<Child>::data>, true};
        if constexpr (is_parent)
            built.list[count++] = {&plan_side<Table, relation, reference<Child>::data>,
                                   relation_of<relation>::data.policy == erase_policy::refuse};
        return built;
    }
    static constexpr auto storage = build();
    static constexpr array_view<consequence> value{storage.list,
                                                   std::size_t{is_child} + std::size_t{is_parent}};
};

template <fixed_string Name, class Left, class Right, class... Options, class Table, class E>
struct consequences_by<many_to_many<Name, Left, Right, Options...>, Table, E> {
    using relation = many_to_many<Name, Left, Right, Options...>;
    using links = links_of<Options...>;
    static constexpr bool kept = brings_consequences<relation>;
    static constexpr bool is_link = kept && std::is_same_v<E, typename links::of_left>;
    static constexpr bool is_left = kept && std::is_same_v<E, Left>,
                          is_right = kept && std::is_same_v<E, Right>;

    template <class L>
    using of_left = reference_of<Table, relation, Left, typename L::of_left, 0>;
    template <class L>
    using of_right = reference_of<Table, relation, Right, typename L::of_right, 1>;

    static constexpr consequence find() {
        constexpr bool refuses = relation_of<relation>::data.policy == erase_policy::refuse;
        if constexpr (is_link)
            return {&plan_reference<Table, relation, of_left<links>::data, of_right<links>::data>, true};
        else if constexpr (is_left && is_right)
            return {&plan_side<Table, relation, of_left<links>::data, of_right<links>::data>, refuses};
        else if constexpr (is_left)
            return {&plan_side<Table, relation, of_left<links>::data>, refuses};
        else if constexpr (is_right)
            return {&plan_side<Table, relation, of_right<links>::data>, refuses};
        else
            return {};
    }
    static constexpr consequence list[] = {find()};
    static constexpr array_view<consequence> value{list, is_link || is_left || is_right ? 1u : 0u};
};

} // namespace monotable::detail
