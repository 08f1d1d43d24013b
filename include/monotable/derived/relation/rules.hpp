// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/type_of.hpp>
#include <monotable/derived/relation/model.hpp>
#include <monotable/derived/relation/related_tables.hpp>
#include <monotable/violation/relation.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/plan_of.hpp>
#include <monotable/store/relation_rule.hpp>
#include <monotable/store/table_of.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

/// The rules about one_to_many and many_to_many.
namespace monotable::detail {

template <class Relation>
inline constexpr auto relation_name = to_fixed<relation_of<Relation>::name.size()>(relation_of<Relation>::name);

/// Checks an entity of a relation. A struct that is not stored may represent a level of a hierarchy of sort keys.
template <class Table, class Relation, class E, bool Stored = true>
constexpr bool valid_related() {
    using home = home_of<Table, E>;
    if constexpr (is_listed_twice<Table, E>)
        return report<relationship_rule::in_two_tables, named<relation_name<Relation>>, E>();
    else if constexpr (lists_entity<E, typename home::entity_list>) return valid_entity<home, E>();
    else if constexpr (!Stored && reflectable<E> && !declared_entity<E>) return true;
    else return report<relationship_rule::not_an_entity, named<relation_name<Relation>>, E, Table>();
}

template <class T>
struct without_optional {
    using type = T;
};
template <class T>
struct without_optional<std::optional<T>> {
    using type = T;
};

/// True if the fields of the I-th match of a list exist and have the same type.
template <class Relation, class Side, class Reference, std::size_t List, std::size_t I>
constexpr bool valid_match() {
    constexpr matched_fields fields = relation_of<Relation>::data.matches[List].fields[I];
    constexpr std::size_t a = field_index<Side>(fields.side);
    constexpr std::size_t b = field_index<Reference>(fields.reference);
    constexpr auto a_name = to_fixed<fields.side.size()>(fields.side);
    constexpr auto b_name = to_fixed<fields.reference.size()>(fields.reference);
    if constexpr (a == reflect<Side>::size) {
        return report<relationship_rule::matched_field, named<relation_name<Relation>>, Side, named<a_name>>();
    } else if constexpr (b == reflect<Reference>::size) {
        return report<relationship_rule::matched_field, named<relation_name<Relation>>, Reference, named<b_name>>();
    } else {
        using a_type = typename reflect<Side>::template type<a>;
        using b_type = typename reflect<Reference>::template type<b>;
        if constexpr (std::is_same_v<typename without_optional<a_type>::type, typename without_optional<b_type>::type>)
            return true;
        else
            return report<relationship_rule::matched_types, named<relation_name<Relation>>, Side, named<a_name>, a_type,
                          Reference, named<b_name>, b_type>();
    }
}

template <class Relation, class Side, class Reference, std::size_t List, std::size_t... I>
constexpr bool valid_matches(std::index_sequence<I...>) {
    if constexpr (sizeof...(I) == 0) return report<relationship_rule::no_match, named<relation_name<Relation>>, Side>();
    else return (valid_match<Relation, Side, Reference, List, I>() && ...);
}

/// The index in which children share the partition of their parent; the number of indexes if there is none.
template <class Table, class Relation>
constexpr std::size_t shared_index_of() {
    return shared_index(related_entity<Table, typename relation_of<Relation>::parent>,
                        related_entity<Table, typename relation_of<Relation>::child>,
                        relation_of<Relation>::data.matches[0]);
}

/// The index that lists the references of a relation; empty if the planner selects it.
template <class Table, class Relation>
constexpr std::string_view forced_index() {
    constexpr relation_data const& data = relation_of<Relation>::data;
    if constexpr (data.place == child_place::by_index) return data.index;
    else if constexpr (data.place == child_place::in_collection) {
        constexpr std::size_t index = shared_index_of<Table, Relation>();
        using home = home_of<Table, typename relation_of<Relation>::child>;
        return index == 0 ? home::data.name : home::data.indexes[index].name;
    } else return {};
}

/// The plan that finds the references to one side, from the conditions of the relation.
template <class Table, class Relation, class Reference, std::size_t List>
inline constexpr plan_data references_plan =
    planner(related_entity<Table, Reference>,
            conditions_on_references(relation_of<Relation>::data.matches[List]).view())
        .query(forced_index<Table, Relation>());

/// The plan that finds a side by its primary key from a reference alone; side_plan is the plan of a query for it.
template <class Table, class Relation, class Side, std::size_t List>
inline constexpr plan_data side_key_plan =
    planner(related_entity<Table, Side>, conditions_on_side(relation_of<Relation>::data.matches[List]).view()).get();
template <class Table, class Relation, class Side, std::size_t List>
inline constexpr plan_data side_plan =
    planner(related_entity<Table, Side>, conditions_on_side(relation_of<Relation>::data.matches[List]).view())
        .query({});

template <class Table, class Relation, class E, std::size_t... N>
constexpr bool report_lost_side(std::index_sequence<N...>) {
    return report<relationship_rule::no_way_back, named<relation_name<Relation>>, E,
                  named<to_fixed<served<home_of<Table, E>, E, N>.size>(served<home_of<Table, E>, E, N>.view())>...>();
}

/// True if a side can be found from its references; otherwise one error.
template <class Table, class Relation, class Side, std::size_t List>
constexpr bool valid_way_back() {
    if constexpr (side_key_plan<Table, Relation, Side, List>.code == query_rule::none) return true;
    else if constexpr (side_plan<Table, Relation, Side, List>.code == query_rule::none) return true;
    else
        return report_lost_side<Table, Relation, Side>(
            std::make_index_sequence<count_index_mappings(related_entity<Table, Side>)>{});
}

enum class missing_list : std::uint8_t { children, in_index, links };

template <class Table, class Relation, class E, missing_list What, plan_data const& Plan, std::size_t... N>
constexpr bool report_unserved(std::index_sequence<N...>) {
    constexpr auto name = relation_name<Relation>;
    constexpr auto subject = to_fixed<Plan.subject.size()>(Plan.subject);
    if constexpr (What == missing_list::children)
        return report<
            relationship_rule::children_not_found, named<name>, E, named<subject>,
            named<to_fixed<served<home_of<Table, E>, E, N>.size>(served<home_of<Table, E>, E, N>.view())>...>();
    else if constexpr (What == missing_list::in_index)
        return report<
            relationship_rule::not_in_the_index, named<name>, E, named<subject>,
            named<to_fixed<served<home_of<Table, E>, E, N>.size>(served<home_of<Table, E>, E, N>.view())>...>();
    else
        return report<
            relationship_rule::side_not_listed, named<name>, E, named<subject>,
            named<to_fixed<served<home_of<Table, E>, E, N>.size>(served<home_of<Table, E>, E, N>.view())>...>();
}
template <class Table, class Relation, class E, missing_list What, plan_data const& Plan>
constexpr bool valid_list() {
    if constexpr (Plan.code == query_rule::none) return true;
    else
        return report_unserved<Table, Relation, E, What, Plan>(
            std::make_index_sequence<count_index_mappings(related_entity<Table, E>)>{});
}

/// The field because of whose absence or value a reference may be missing in the index; empty if there is none. Items without a
/// matched field are not references.
constexpr std::string_view leaves_out(entity_data const& reference, std::size_t index, match_list const& matches) {
    index_mapping const& place = reference.index_mappings[index];
    if (place.condition_field != no_field)
        return reference.fields[static_cast<std::size_t>(place.condition_field)].name;
    for (std::size_t k = 0; k != reference.table->indexes[index].key_count(); ++k)
        for (template_part const& part : reference.parts_of(reference.slots[place.first_slot + k])) {
            if (!part.placeholder || !side_of(matches, part.text).empty()) continue;
            if (reference.fields[static_cast<std::size_t>(part.field)].type->optional) return part.text;
        }
    return {};
}

/// True if the index that lists the references to a side has all of them, as its erasure and its changes require; otherwise one
/// error.
template <class Table, class Relation, class Reference, std::size_t List>
constexpr bool valid_reach() {
    constexpr std::string_view field =
        leaves_out(related_entity<Table, Reference>, references_plan<Table, Relation, Reference, List>.index,
                   relation_of<Relation>::data.matches[List]);
    if constexpr (field.empty()) return true;
    else
        return report<relationship_rule::partial_index, named<relation_name<Relation>>, Reference,
                      named<to_fixed<field.size()>(field)>>();
}

template <class Table, class Relation>
constexpr bool valid_children() {
    using of = relation_of<Relation>;
    using parent = typename of::parent;
    using child = typename of::child;
    constexpr relation_data const& data = of::data;
    constexpr std::size_t matches = data.matches[0].count;
    if constexpr (!valid_related<Table, Relation, parent,
                                 data.place != child_place::by_sort_key || data.policy != erase_policy::none>()) {
        return false;
    } else if constexpr (!valid_related<Table, Relation, child>()) {
        return false;
    } else if constexpr (!valid_matches<Relation, parent, child, 0>(std::make_index_sequence<matches>{})) {
        return false;
    } else if constexpr (data.place == child_place::in_collection) {
        if constexpr (shared_index_of<Table, Relation>() == home_of<Table, parent>::data.indexes.size())
            return report<relationship_rule::not_in_collection, named<relation_name<Relation>>, parent, child>();
        else
            return valid_list<Table, Relation, child, missing_list::children,
                              references_plan<Table, Relation, child, 0>>();
    } else if constexpr (!valid_list<Table, Relation, child,
                                     data.place == child_place::by_index ? missing_list::in_index
                                                                         : missing_list::children,
                                     references_plan<Table, Relation, child, 0>>()) {
        return false;
    } else if constexpr (data.place == child_place::by_sort_key &&
                         references_plan<Table, Relation, child, 0>.bound_sort_parts == 0) {
        return report<relationship_rule::not_by_sort_key, named<relation_name<Relation>>, child>();
    } else {
        return true;
    }
}

template <class T>
concept holds_children = requires(T const& t) {
    typename T::value_type;
    t.begin() != t.end();
} && !std::is_convertible_v<T const&, std::string_view>;

template <class Table, class Relation>
constexpr bool valid_nested() {
    using of = relation_of<Relation>;
    using parent = typename of::parent;
    constexpr auto field = to_fixed<of::field.size()>(of::field);
    if constexpr (of::has_options) {
        return report<relationship_rule::unknown_option, named<relation_name<Relation>>, Table>();
    } else if constexpr (!valid_related<Table, Relation, parent>()) {
        return false;
    } else if constexpr (constexpr std::size_t index = field_index<parent>(of::field); index == reflect<parent>::size) {
        return report<relationship_rule::nested_field, named<relation_name<Relation>>, parent, named<field>>();
    } else {
        using type = typename reflect<parent>::template type<index>;
        if constexpr (holds_children<typename without_optional<type>::type>) return true;
        else
            return report<relationship_rule::nested_type, named<relation_name<Relation>>, parent, named<field>, type>();
    }
}

/// True if the primary key of the item for a pair identifies the pair and contains nothing else.
template <class Table, class Relation, class Link>
constexpr plan_data pair_key_plan() {
    constexpr match_list const& left_side = relation_of<Relation>::data.matches[0];
    constexpr match_list const& right_side = relation_of<Relation>::data.matches[1];
    relation_conditions<match_list::capacity> all;
    for (match_list const* const side : {&left_side, &right_side})
        for (std::size_t i = 0; i != side->count; ++i)
            all.list[all.count++] = {side->fields[i].reference, comparison::equal};
    return planner(related_entity<Table, Link>, all.view()).get();
}

template <class Table, class Relation, class Link>
constexpr bool valid_link_item() {
    using of = relation_of<Relation>;
    if constexpr (!valid_related<Table, Relation, Link>()) {
        return false;
    } else if constexpr (!valid_matches<Relation, typename of::left_side, Link, 0>(
                             std::make_index_sequence<of::data.matches[0].count>{})) {
        return false;
    } else if constexpr (!valid_matches<Relation, typename of::right_side, Link, 1>(
                             std::make_index_sequence<of::data.matches[1].count>{})) {
        return false;
    } else {
        constexpr plan_data plan = pair_key_plan<Table, Relation, Link>();
        if constexpr (plan.code == query_rule::incomplete_key)
            return report<relationship_rule::edge_key, named<relation_name<Relation>>, Link,
                          named<to_fixed<plan.subject.size()>(plan.subject)>>();
        else return true;
    }
}

template <class Table, class Relation>
constexpr bool valid_links() {
    using of = relation_of<Relation>;
    if constexpr (of::links::count != 1) {
        return report<relationship_rule::no_links, named<relation_name<Relation>>, typename of::left_side,
                      typename of::right_side>();
    } else {
        using of_left = typename of::links::of_left;
        using of_right = typename of::links::of_right;
        if constexpr (!valid_related<Table, Relation, typename of::left_side>()) return false;
        else if constexpr (!valid_related<Table, Relation, typename of::right_side>()) return false;
        else if constexpr (!valid_link_item<Table, Relation, of_left>()) return false;
        else if constexpr (!valid_link_item<Table, Relation, of_right>()) return false;
        else if constexpr (!valid_list<Table, Relation, of_left, missing_list::links,
                                       references_plan<Table, Relation, of_left, 0>>())
            return false;
        else if constexpr (!valid_list<Table, Relation, of_right, missing_list::links,
                                       references_plan<Table, Relation, of_right, 1>>())
            return false;
        else if constexpr (!valid_way_back<Table, Relation, typename of::left_side, 0>()) return false;
        else return valid_way_back<Table, Relation, typename of::right_side, 1>();
    }
}

template <class Name, class... Options>
constexpr std::size_t relations_called(Name name, option_list<Options...>) {
    return (std::size_t{0} + ... + (relation_of<Options>::name == name ? 1 : 0));
}

template <class Table, class Relation>
constexpr bool valid_relation() {
    using of = relation_of<Relation>;
    if constexpr (relations_called(of::name, typename Table::options{}) != 1) {
        return report<relationship_rule::twice, named<relation_name<Relation>>, Table>();
    } else if constexpr (of::kind == relation_kind::nested) {
        return valid_nested<Table, Relation>();
    } else if constexpr (of::data.unknown_option) {
        return report<relationship_rule::unknown_option, named<relation_name<Relation>>, Table>();
    } else if constexpr (of::data.option_twice || of::data.matches[0].too_many || of::data.matches[1].too_many) {
        return report<relationship_rule::option_twice, named<relation_name<Relation>>, Table>();
    } else if constexpr (of::data.by_stream && of::data.policy != erase_policy::none) {
        return report<relationship_rule::uncounted_policy, named<relation_name<Relation>>, Table>();
    } else if constexpr (of::kind == relation_kind::children && of::data.policy == erase_policy::none) {
        return valid_children<Table, Relation>();
    } else if constexpr (of::kind == relation_kind::children) {
        if constexpr (!valid_children<Table, Relation>()) return false;
        else if constexpr (!valid_reach<Table, Relation, typename of::child, 0>()) return false;
        else return valid_way_back<Table, Relation, typename of::parent, 0>();
    } else {
        return valid_links<Table, Relation>();
    }
}

/// True if all tables of a relations<> are defined and have it as an option; otherwise one error.
template <class Table, class Relations, class Related>
constexpr bool valid_related_table() {
    if constexpr (!defined_table<Related>)
        return report<relationship_rule::table_not_defined, Table, Relations, Related>();
    else if constexpr (!is_option<Relations, typename Related::options>)
        return report<relationship_rule::table_without_relations, Related, Relations>();
    else return true;
}
template <class Table, class Relations, class... Tables>
constexpr bool valid_related_tables(table_list<Tables...>) {
    if constexpr (!(std::is_same_v<Table, Tables> || ...))
        return report<relationship_rule::table_of_no_relations, Table, Relations>();
    else return (valid_related_table<Table, Relations, Tables>() && ...);
}

template <class Table, relations_option Relations>
struct relation_rule<Table, Relations> {
    static constexpr bool valid() {
        return valid_related_tables<Table, Relations>(typename Relations::between::tables{});
    }
};

template <class Table, fixed_string Name, class Parent, class Child, class... Options>
struct relation_rule<Table, one_to_many<Name, Parent, Child, Options...>> {
    static constexpr bool valid() { return valid_relation<Table, one_to_many<Name, Parent, Child, Options...>>(); }
};
template <class Table, fixed_string Name, class Left, class Right, class... Options>
struct relation_rule<Table, many_to_many<Name, Left, Right, Options...>> {
    static constexpr bool valid() { return valid_relation<Table, many_to_many<Name, Left, Right, Options...>>(); }
};

} // namespace monotable::detail
