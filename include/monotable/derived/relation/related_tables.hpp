// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/model_of.hpp>
#include <monotable/model/table_relations.hpp>
#include <monotable/store/table_of.hpp>

#include <cstddef>
#include <type_traits>

/// The tables between which relations<> are, and the table of each entity.
namespace monotable::detail {

template <class T, class List>
inline constexpr bool is_listed = false;
template <class T, class... Ts>
inline constexpr bool is_listed<T, table_list<Ts...>> = (std::is_same_v<T, Ts> || ...);

/// The tables that a table is related to by relations<>, directly or through others, and itself; it is the first.
template <class Done, class Left>
struct reachable_tables;
template <class... Done>
struct reachable_tables<table_list<Done...>, table_list<>> {
    using type = table_list<Done...>;
};

template <class Option, class Options>
inline constexpr bool is_option = false;
template <class Option, class... Options>
inline constexpr bool is_option<Option, option_list<Options...>> = (std::is_same_v<Option, Options> || ...);

template <class Tables, class Options>
struct with_linked {
    using type = Tables;
};
template <class A, class B>
struct joined_tables;
template <class... A, class... B>
struct joined_tables<table_list<A...>, table_list<B...>> {
    using type = table_list<A..., B...>;
};
template <class... Tables, class First, class... Rest>
struct with_linked<table_list<Tables...>, option_list<First, Rest...>>
    : with_linked<table_list<Tables...>, option_list<Rest...>> {};
template <class... Tables, relations_option First, class... Rest>
struct with_linked<table_list<Tables...>, option_list<First, Rest...>>
    : with_linked<typename joined_tables<table_list<Tables...>, typename First::between::tables>::type,
                  option_list<Rest...>> {};

/// False for a table that is not defined, which the rules of relations<> report.
template <class Table>
concept defined_table = requires {
    typename Table::options;
    typename Table::entity_list;
};

template <bool Skipped, class Done, class First, class... Rest>
struct reachable_step;
template <class... Done, class First, class... Rest>
struct reachable_tables<table_list<Done...>, table_list<First, Rest...>>
    : reachable_step<is_listed<First, table_list<Done...>> || !defined_table<First>, table_list<Done...>, First,
                     Rest...> {};
template <class Done, class First, class... Rest>
struct reachable_step<true, Done, First, Rest...> : reachable_tables<Done, table_list<Rest...>> {};
template <class... Done, class First, class... Rest>
struct reachable_step<false, table_list<Done...>, First, Rest...>
    : reachable_tables<table_list<Done..., First>,
                       typename with_linked<table_list<Rest...>, typename First::options>::type> {};

template <class Table, bool Grouped>
struct related_tables {
    using type = table_list<Table>;
};
template <class Table>
struct related_tables<Table, true> : reachable_tables<table_list<>, table_list<Table>> {};

/// The table itself, and those that relations<> relate it to.
template <class Table>
using related_tables_of = typename related_tables<Table, Table::has_relations_between>::type;

template <class E, class Tables>
struct holding;
template <class E, class... Tables>
struct holding<E, table_list<Tables...>> {
    using type = typename table_holding<E, Tables...>::type;
    static constexpr std::size_t count = tables_holding<E, Tables...>;
};

template <class Table, class E, bool Own>
struct home {
    using type = Table;
};
template <class Table, class E>
struct home<Table, E, false> {
    using found = typename holding<E, related_tables_of<Table>>::type;
    using type = std::conditional_t<std::is_void_v<found>, Table, found>;
};

/// The table that lists E: Table, or else one that relations<> relate it to. Table if there is none, which rules report.
template <class Table, class E>
using home_of =
    typename home<Table, E, !Table::has_relations_between || lists_entity<E, typename Table::entity_list>>::type;

/// True if two of the tables list E, so that it is not determined which is meant.
template <class Table, class E>
inline constexpr bool is_listed_twice = Table::has_relations_between && holding<E, related_tables_of<Table>>::count > 1;

/// The data of E in its table.
template <class Table, class E>
inline constexpr entity_data const& related_entity = entity_model<home_of<Table, E>, E>::data;

} // namespace monotable::detail
