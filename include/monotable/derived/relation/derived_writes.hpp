// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/derived/relation/link_copies.hpp>
#include <monotable/derived/relation/reference.hpp>
#include <monotable/derived/relation/relation_reference.hpp>
#include <monotable/derived/relation/rules.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/write_execution.hpp>
#include <monotable/store/write/rewrite.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

/// The derived writes of one_to_many and many_to_many.
namespace monotable::detail {

template <reference_data const&... References>
inline constexpr reference_data listed_references[] = {References...};

template <class Table, class Relation, reference_data const&... References>
void plan_reference(write_set& set, entity_change const& change) {
    if constexpr (relation_rule<Table, Relation>::valid()) {
        reference_writes writes(set, change);
        (writes.reference_changed(References), ...);
    }
}
/// Recounts: references to a side that does not exist are kept, and are counted when the side is created.
template <class Table, class Relation, bool Recounts, reference_data const&... References>
void begin_side(write_set& set, entity_change const& change) {
    if constexpr (relation_rule<Table, Relation>::valid())
        reference_writes(set, change).side_begins({listed_references<References...>, sizeof...(References)}, Recounts);
}
template <class Table, class Relation, reference_data const&... References>
void plan_side(write_set& set, entity_change const& change) {
    if constexpr (relation_rule<Table, Relation>::valid())
        reference_writes(set, change).side_changed({listed_references<References...>, sizeof...(References)});
}

template <fixed_string Name, class Parent, class Child, class... Options, class Table, class E>
struct derived_writes_by<one_to_many<Name, Parent, Child, Options...>, Table, E> {
    using relation = one_to_many<Name, Parent, Child, Options...>;
    static constexpr bool derives = has_derived_writes<relation>;
    static constexpr bool is_child = derives && std::is_same_v<E, Child>,
                          is_parent = derives && std::is_same_v<E, Parent>;

    template <class C>
    using reference = reference_of<Table, relation, Parent, C, 0>;

    static constexpr auto build() {
        derived_write_array<3> built;
        std::size_t count = 0;
        if constexpr (is_child) built.list[count++] = {&plan_reference<Table, relation, reference<Child>::data>};
        if constexpr (is_parent)
            built.list[count++] = {&begin_side<Table, relation, false, reference<Child>::data>,
                                   derivation_stage::begin};
        if constexpr (is_parent) built.list[count++] = {&plan_side<Table, relation, reference<Child>::data>};
        return built;
    }
    static constexpr auto storage = build();
    static constexpr array_view<derived_write> value{storage.list, std::size_t{is_child} + 2 * std::size_t{is_parent}};
};

/// The derived writes of a many_to_many for E; Twins: pairs are stored as two mirrored items.
template <class Table, class Relation, class E, bool Twins>
struct derived_writes_of_links {
    using of = relation_of<Relation>;
    using left_side = typename of::left_side;
    using right_side = typename of::right_side;
    using of_left = typename of::links::of_left;
    using of_right = typename of::links::of_right;
    static constexpr bool is_left = std::is_same_v<E, left_side>, is_right = std::is_same_v<E, right_side>;

    /// Links are counted with the items that list the left side.
    template <class Side, class Link, std::size_t List>
    static constexpr reference_data const& reference = reference_of<Table, Relation, Side, Link, List>::data;

    static constexpr auto build() {
        struct {
            derived_write list[10] = {};
            std::size_t count = 0;
        } built;
        constexpr bool counts = !of::data.by_stream;
        auto const add = [&](derived_write each) { built.list[built.count++] = each; };
        if constexpr (counts && std::is_same_v<E, of_left>)
            add({&plan_reference<Table, Relation, reference<left_side, of_left, 0>,
                                 reference<right_side, of_left, 1>>});
        constexpr auto complete = derivation_stage::complete, begin = derivation_stage::begin;
        if constexpr (Twins && std::is_same_v<E, of_left>)
            add({&complete_mirror<Table, Relation, of_left, of_right, left_side, right_side, 0>, complete});
        if constexpr (Twins && std::is_same_v<E, of_right>)
            add({&complete_mirror<Table, Relation, of_right, of_left, right_side, left_side, 1>, complete});
        if constexpr (Twins && std::is_same_v<E, of_left>)
            add({&plan_mirror<Table, Relation, of_left, of_right, left_side, right_side, 0>});
        if constexpr (Twins && std::is_same_v<E, of_right>)
            add({&plan_mirror<Table, Relation, of_right, of_left, right_side, left_side, 1>});
        if constexpr (!counts) return built;
        else if constexpr (is_left && is_right)
            add({&begin_side<Table, Relation, Twins, reference<left_side, of_left, 0>,
                             reference<right_side, of_right, 1>>,
                 begin});
        else if constexpr (is_left) add({&begin_side<Table, Relation, Twins, reference<left_side, of_left, 0>>, begin});
        else if constexpr (is_right)
            add({&begin_side<Table, Relation, Twins, reference<right_side, of_right, 1>>, begin});
        if constexpr (!counts) return built;
        else if constexpr (is_left && is_right)
            add({&plan_side<Table, Relation, reference<left_side, of_left, 0>, reference<right_side, of_right, 1>>});
        else if constexpr (is_left) add({&plan_side<Table, Relation, reference<left_side, of_left, 0>>});
        else if constexpr (is_right) add({&plan_side<Table, Relation, reference<right_side, of_right, 1>>});
        if constexpr (counts && Twins && is_left) add({&plan_copies<Table, Relation, left_side, of_left, of_right, 0>});
        if constexpr (counts && Twins && is_right)
            add({&plan_copies<Table, Relation, right_side, of_right, of_left, 1>});
        return built;
    }
    static constexpr auto storage = build();
    static constexpr array_view<derived_write> value{storage.list, storage.count};
};

template <fixed_string Name, class Left, class Right, class... Options, class Table, class E>
struct derived_writes_by<many_to_many<Name, Left, Right, Options...>, Table, E> {
    using relation = many_to_many<Name, Left, Right, Options...>;

    static constexpr array_view<derived_write> find() {
        if constexpr (!has_derived_writes<relation> || links_of<Options...>::count != 1) return {};
        else return derived_writes_of_links<Table, relation, E, links_of<Options...>::mirrored>::value;
    }
    static constexpr array_view<derived_write> value = find();
};

} // namespace monotable::detail
