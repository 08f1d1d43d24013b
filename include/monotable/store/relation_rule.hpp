// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/derived.hpp>
#include <monotable/model/match.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/model/relation.hpp>
#include <monotable/model/table_relations.hpp>
#include <monotable/violation/store.hpp>

/// The interface of a store to the relations of its tables, which optional headers define.
namespace monotable::detail {

/// The rules about one relation of a table: `valid()` returns true, or false after one error. Defined in
/// <monotable/relations.hpp>.
template <class Table, class Relation>
struct relation_rule {
    static constexpr bool valid() { return true; }
};
template <class Table, fixed_string Name, class Parent, class Child, class... Options>
struct relation_rule<Table, one_to_many<Name, Parent, Child, Options...>>;
template <class Table, fixed_string Name, class Left, class Right, class... Options>
struct relation_rule<Table, many_to_many<Name, Left, Right, Options...>>;
template <class Table, fixed_string Name, class Source, class Copy, class... Options>
struct relation_rule<Table, duplicated<Name, Source, Copy, Options...>>;
template <class Table, fixed_string Name, class Parent, class Child, class... Options>
struct relation_rule<Table, total<Name, Parent, Child, Options...>>;

template <class Table, relations_option Relations>
struct relation_rule<Table, Relations>;

/// The verbs on relations of a store with these tables: <monotable/relations.hpp>.
template <class... Tables>
struct relation_verbs;

template <class T>
concept complete = requires { sizeof(T); };

template <class Table, class Option>
constexpr bool valid_option() {
    if constexpr (!relation_option<Option>) return true;
    else if constexpr (!complete<relation_rule<Table, Option>>) return report<store_rule::relations_header, Table>();
    else return relation_rule<Table, Option>::valid();
}

template <class Table, class... Options>
constexpr bool valid_options(option_list<Options...>) {
    return (valid_option<Table, Options>() && ...);
}

/// The tables of relations<> are checked first: the rules about relations depend on them.
template <class Table, class Option>
constexpr bool valid_tables_of() {
    if constexpr (relations_option<Option>) return valid_option<Table, Option>();
    else return true;
}
template <class Table, class... Options>
constexpr bool valid_related_tables_of(option_list<Options...>) {
    return (valid_tables_of<Table, Options>() && ...);
}

template <class Table>
constexpr bool check_with_relations() {
    if constexpr (!valid_table<Table>()) return false;
    else if constexpr (!Table::has_relations) return true;
    else if constexpr (!valid_related_tables_of<Table>(typename Table::options{})) return false;
    else return valid_options<Table>(typename Table::options{});
}

/// The result as a constant: clang evaluates a constexpr function anew in each place that calls it.
template <class Table>
inline constexpr bool is_valid_with_relations = check_with_relations<Table>();

/// True if the table and its relations are valid; otherwise one error.
template <class Table>
constexpr bool valid_with_relations() {
    return is_valid_with_relations<Table>;
}

template <class Table, class Option, class E, class... A>
constexpr bool leaves_to() {
    if constexpr (requires { relation_rule<Table, Option>::template leaves_alone<E, A...>(); })
        return relation_rule<Table, Option>::template leaves_alone<E, A...>();
    else return true;
}

template <class Table, class E, class... A, class... Options>
constexpr bool leaves_to_all(option_list<Options...>) {
    return (leaves_to<Table, Options, E, A...>() && ...);
}

/// True if the arguments of a write do not assign fields that relations of the table maintain; otherwise one error.
template <class Table, class E, class... A>
constexpr bool leaves_derived_alone() {
    if constexpr (!Table::has_relations) return true;
    else return leaves_to_all<Table, E, A...>(typename Table::options{});
}

} // namespace monotable::detail
