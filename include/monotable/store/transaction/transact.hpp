// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/primary_key.hpp>
#include <monotable/store/store.hpp>
#include <monotable/store/store_access.hpp>
#include <monotable/store/transaction/action_result.hpp>
#include <monotable/store/transaction/actions.hpp>
#include <monotable/store/transaction/execution.hpp>
#include <monotable/store/transaction/move_plan.hpp>
#include <monotable/store/transaction/no_transaction.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/store/write/typed_write.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace monotable {
namespace detail {

template <class Store>
struct transaction_verbs {};

template <class T>
inline constexpr bool is_token = std::is_same_v<T, token>;

/// The conversion of an action to a part of a transaction in Store; specialized for each kind. valid() returns true or reports
/// one error; `result` is the type of the action's result; prepare(clock, action) returns a write_action.
template <class Action, class Store>
struct action_traits {
    using result = action_form<void, Action>;
    static constexpr bool valid() { return report<store_rule::not_an_action, Action>(); }
};

constexpr bool takes_object_only(action_verb verb) {
    return verb == action_verb::put || verb == action_verb::create || verb == action_verb::replace;
}

template <action_verb Verb, class E, class Object, class... A, class Store>
struct action_traits<action<Verb, E, Object, A...>, Store> {
    using access = store_access<Store>;
    using table = typename access::template table_of<E>;
    static constexpr bool with_object = !std::is_null_pointer_v<Object>;
    static constexpr return_values returned = returned_by<return_values::none, A...>;
    using result = action_form<table, E, returned>;

    static constexpr bool valid() {
        if constexpr (takes_object_only(Verb)) return valid_conditions();
        else if constexpr (Verb == action_verb::update)
            return access::template valid_write<E, write_verb::update, with_object, A...>();
        else if constexpr (Verb == action_verb::upsert)
            return access::template valid_write<E, write_verb::upsert, with_object, A...>();
        else if constexpr (!access::template valid_write<E, write_verb::erase, with_object, A...>()) return false;
        else if constexpr (Verb == action_verb::check && !(is_write_condition<A> || ...))
            return report<store_rule::check_without_condition, E>();
        else return true;
    }

    static constexpr bool valid_conditions() {
        if constexpr (!access::template valid<E>()) return false;
        else if constexpr (!valid_result<table, E, 0, E>()) return false;
        else return valid_put_arguments<E, A...>();
    }

    static write_action prepare(clock_function const& clock, action<Verb, E, Object, A...> const& from) {
        write_action result;
        if constexpr (takes_object_only(Verb)) {
            constexpr precondition expected = Verb == action_verb::put      ? precondition::any
                                              : Verb == action_verb::create ? precondition::must_not_exist
                                                                            : precondition::must_exist;
            result.write =
                std::apply([&](auto const&... c) { return prepare_put<table, E>(clock, from.object, expected, c...); },
                           from.arguments);
        } else {
            using arguments_type = typed_arguments<table, E, A...>;
            auto const taken = std::apply(
                [&](auto const&... a) {
                    if constexpr (with_object) return std::make_shared<arguments_type>(&from.object, a...);
                    else return std::make_shared<arguments_type>(nullptr, a...);
                },
                from.arguments);
            if constexpr (Verb == action_verb::update || Verb == action_verb::upsert) {
                result.write = prepare_update<table, E, returned>(clock, *taken, Verb == action_verb::upsert);
                result.owner = taken;
            } else {
                result.write = prepare_erase<table, E, returned>(clock, *taken);
                if (Verb == action_verb::check) result.write.kind = write_kind::check;
            }
        }
        return result;
    }
};

template <class From, class To, class... A, class Store>
struct action_traits<move_action<From, To, A...>, Store> {
    using E = std::remove_cvref_t<From>;
    using access = store_access<Store>;
    using table = typename access::template table_of<E>;
    using erasure = action<action_verb::erase, E, E const&, A...>;
    static constexpr return_values returned = returned_by<return_values::none, A...>;
    using result = action_form<table, E, returned>;

    static constexpr bool valid() {
        if constexpr (!std::is_same_v<E, std::remove_cvref_t<To>>)
            return report<store_rule::move_of_two_entities, E, std::remove_cvref_t<To>>();
        else return action_traits<erasure, Store>::valid();
    }

    static write_action prepare(clock_function const& clock, move_action<From, To, A...> const& from) {
        write_action result = action_traits<erasure, Store>::prepare(clock, {from.from, from.arguments});
        auto const created = std::make_shared<write_intent>(prepare_put<table, E>(clock, from.to, precondition::any));
        created->expected = precondition::must_not_exist; // the version continues that of the erased item
        result.write.returns = returned;
        result.owner = created;
        result.plan = &plan_move;
        return result;
    }
};

/// The types of actions without tokens.
template <class... T>
struct type_list {};
template <class List, class... A>
struct without_tokens;
template <class... Kept>
struct without_tokens<type_list<Kept...>> {
    using type = type_list<Kept...>;
};
template <class... Kept, class First, class... Rest>
struct without_tokens<type_list<Kept...>, First, Rest...>
    : std::conditional_t<is_token<First>, without_tokens<type_list<Kept...>, Rest...>,
                         without_tokens<type_list<Kept..., First>, Rest...>> {};

template <class Store, class List>
struct result_of_actions;
template <class Store, class... A>
struct result_of_actions<Store, type_list<A...>> {
    using type = transaction_result<typename action_traits<A, Store>::result...>;
};

template <class Store, class A>
constexpr bool valid_action() {
    if constexpr (is_token<A>) return true;
    else return action_traits<A, Store>::valid();
}

template <class Store, class... A>
constexpr bool valid_transaction() {
    if constexpr ((std::size_t{0} + ... + (is_token<A> ? 1 : 0)) > 1) return report<store_rule::two_tokens, Store>();
    else if constexpr (!(!is_token<A> || ...)) return report<store_rule::no_action, Store>();
    else return (valid_action<Store, A>() && ...);
}

template <class Store>
struct action_list {
    clock_function clock;
    retry_policy retry;
    std::vector<write_action> actions = {};
    std::string_view token = {};

    void add(monotable::token const& argument) { token = argument.text; }
    template <class A>
    void add(A const& action) {
        actions.push_back(action_traits<A, Store>::prepare(clock, action));
    }
    transaction_report run(backend& store) const {
        return transact(store, {actions.data(), actions.size()}, token, retry);
    }
};

} // namespace detail

template <class... Tables, class... A>
auto transact_in(store<Tables...>& db, A const&... actions) {
    using namespace detail;
    if constexpr (valid_transaction<store<Tables...>, A...>()) {
        action_list<store<Tables...>> list{db.clock(), db.retry()};
        list.actions.reserve(sizeof...(A));
        (list.add(actions), ...);
        using result =
            typename result_of_actions<store<Tables...>, typename without_tokens<type_list<>, A...>::type>::type;
        return result(list.run(*db.implementation()));
    } else {
        return no_transaction{};
    }
}

/// A move is a transaction of one action. after() is the item under its new key or, with returning_old, before() the item that
/// was erased.
template <class... Tables, class From, class To, class... A>
auto move_in(store<Tables...>& db, From const& from, To const& to, A const&... condition) {
    using namespace detail;
    using traits = action_traits<move_action<From const&, To const&, A...>, store<Tables...>>;
    if constexpr (traits::valid()) {
        constexpr return_values returned = returned_by<return_values::all_new, A...>;
        write_action action = traits::prepare(db.clock(), {from, to, {condition...}});
        action.write.returns = returned;
        auto report = transact(*db.implementation(), {&action, 1}, {}, db.retry());
        return write_result<From, returned>(std::move(report.actions[0]), reader_of<typename traits::table, From>);
    } else {
        return error_placeholder<From>{};
    }
}

} // namespace monotable
