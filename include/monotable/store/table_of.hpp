// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/table.hpp>
#include <monotable/violation/store.hpp>

#include <cstddef>
#include <type_traits>

/// The table of a store that contains an entity.
namespace monotable::detail {

template <class E, class List>
inline constexpr bool lists_entity = false;
template <class E, class... Es>
inline constexpr bool lists_entity<E, entities<Es...>> = (std::is_same_v<E, Es> || ...);

template <class E, class... Tables>
struct table_holding;
template <class E, class First, class... Rest>
struct table_holding<E, First, Rest...> {
    using type = typename std::conditional_t<lists_entity<E, typename First::entity_list>, std::type_identity<First>,
                                             table_holding<E, Rest...>>::type;
};
template <class E>
struct table_holding<E> {
    using type = void;
};

template <class E, class... Tables>
inline constexpr std::size_t tables_holding =
    (std::size_t{0} + ... + (lists_entity<E, typename Tables::entity_list> ? 1 : 0));

template <class Table, class Other>
constexpr bool is_named_apart() {
    if constexpr (Table::data.name != Other::data.name) return true;
    else return report<store_rule::tables_of_one_name, Table, Other, named<Table::name>>();
}

/// True if the names of the tables are distinct; otherwise one error.
template <class First, class... Rest>
constexpr bool have_names_of_their_own() {
    if constexpr (!(is_named_apart<First, Rest>() && ...)) return false;
    else if constexpr (sizeof...(Rest) > 1) return have_names_of_their_own<Rest...>();
    else return true;
}

template <class Table, class Related, class... Tables>
constexpr bool lists_related_table() {
    if constexpr ((std::is_same_v<Related, Tables> || ...)) return true;
    else return report<store_rule::related_table, Table, Related>();
}
template <class Table, class... Tables, class... Related>
constexpr bool lists_all_of(table_list<Related...>) {
    return (lists_related_table<Table, Related, Tables...>() && ...);
}
template <class Table, class Option, class... Tables>
constexpr bool lists_tables_of() {
    if constexpr (relations_option<Option>) return lists_all_of<Table, Tables...>(typename Option::between::tables{});
    else return true;
}
template <class Table, class... Tables, class... Options>
constexpr bool lists_tables_of_options(option_list<Options...>) {
    return (lists_tables_of<Table, Options, Tables...>() && ...);
}

/// True if the store lists all tables that relations<> relate to Table; otherwise one error.
template <class Table, class... Tables>
constexpr bool lists_related_tables() {
    if constexpr (!Table::has_relations_between) return true;
    else return lists_tables_of_options<Table, Tables...>(typename Table::options{});
}

} // namespace monotable::detail
