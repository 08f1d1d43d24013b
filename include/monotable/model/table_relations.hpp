// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/match.hpp>

/// Relations between the entities of several tables. They are an option of each of these tables, so that every store of
/// one maintains them:
///
///     struct accounts;
///     struct orders;
///     struct ledger : monotable::relations<accounts, orders,
///         monotable::one_to_many<"orders", Account, Order, monotable::match<"id", "account">, monotable::refuse_erase>> {};
///     struct accounts : monotable::table<"accounts", monotable::entities<Account>, ledger> {};
///     struct orders : monotable::table<"orders", monotable::entities<Order>, ledger> {};
namespace monotable {

namespace detail {

template <class... Tables>
struct table_list {};

/// Divides the arguments of relations<> into tables, which may be incomplete, and relations.
template <class Tables, class Relations, class... Rest>
struct split_relations;
template <class... Tables, class... Relations>
struct split_relations<table_list<Tables...>, option_list<Relations...>> {
    using tables = table_list<Tables...>;
    using list = option_list<Relations...>;
};
template <class... Tables, class... Relations, class First, class... Rest>
struct split_relations<table_list<Tables...>, option_list<Relations...>, First, Rest...>
    : split_relations<table_list<Tables..., First>, option_list<Relations...>, Rest...> {};
template <class... Tables, class... Relations, class First, class... Rest>
    requires declares_relation<First>
struct split_relations<table_list<Tables...>, option_list<Relations...>, First, Rest...>
    : split_relations<table_list<Tables...>, option_list<Relations..., First>, Rest...> {};

} // namespace detail

/// An option of each of the tables: relations, copies and totals between their entities. A write of an entity and its derived
/// writes in the other tables are one transaction. Arguments: the tables, then one_to_many, many_to_many, duplicated and
/// total as in table<>.
template <class... TablesAndRelations>
struct relations {
    using relation = relations;
    using between = detail::split_relations<detail::table_list<>, detail::option_list<>, TablesAndRelations...>;
};

namespace detail {

template <class Option>
concept relations_option = requires { typename Option::between; };

/// The options of a table, each relations<> followed by its relations.
template <class Result, class... Options>
struct flat_options;
template <class... Result>
struct flat_options<option_list<Result...>> {
    using type = option_list<Result...>;
};
template <class... Result, class First, class... Rest>
struct flat_options<option_list<Result...>, First, Rest...> : flat_options<option_list<Result..., First>, Rest...> {};

template <class Result, class Group, class Relations>
struct with_relations;
template <class... Result, class Group, class... Relations>
struct with_relations<option_list<Result...>, Group, option_list<Relations...>> {
    using type = option_list<Result..., Group, Relations...>;
};
template <class... Result, relations_option First, class... Rest>
struct flat_options<option_list<Result...>, First, Rest...>
    : flat_options<typename with_relations<option_list<Result...>, First, typename First::between::list>::type,
                   Rest...> {};

/// The options of a table; it is cheap for a table without relations<>.
template <bool Grouped, class... Options>
struct options_of_table {
    using type = option_list<Options...>;
};
template <class... Options>
struct options_of_table<true, Options...> : flat_options<option_list<>, Options...> {};

} // namespace detail
} // namespace monotable
