// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/declaration.hpp>
#include <monotable/query/assignment.hpp>
#include <monotable/query/condition.hpp>

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

/// The actions of transactions: the verbs of a store, as values.
namespace monotable {

namespace detail {

enum class action_verb { put, create, replace, update, upsert, erase, check };

/// Object: E, or E const& within the library, which is borrowed; nullptr_t if the arguments specify the key.
template <action_verb Verb, class E, class Object, class... A>
struct action {
    Object object;
    std::tuple<A...> arguments;
};

template <class From, class To, class... A>
struct move_action {
    From from;
    To to;
    std::tuple<A...> arguments;
};

template <class E, class... C>
struct get_action {
    std::tuple<C...> conditions;
};

/// Holds an argument that is a temporary, and borrows one that is not.
template <class T>
using held =
    std::conditional_t<std::is_lvalue_reference_v<T>, std::remove_reference_t<T> const&, std::remove_cvref_t<T>>;

/// True if the name of T contains this namespace, so that argument-dependent lookup finds the functions below.
template <class T>
constexpr bool mentions_library() {
    std::string_view const text = __PRETTY_FUNCTION__; // "... [with T = X]" by g++, "... [T = X]" by clang
    return text.find("monotable::", text.find("T = ")) != std::string_view::npos;
}

/// An object of an entity, or of another type of the user's, for which the transaction reports an error. The names of these
/// functions are common words: the constraint removes them from the candidates of unqualified calls with arguments of the
/// library's types or with iterators.
template <class T>
concept action_object = declared_entity<std::remove_cvref_t<T>> ||
                        (!mentions_library<std::remove_cvref_t<T>>() &&
                         (std::is_arithmetic_v<std::remove_cvref_t<T>> || !requires(T& object) { ++object; }));

template <action_verb Verb, class T, class... A>
using object_action = action<Verb, std::remove_cvref_t<T>, std::remove_cvref_t<T>, A...>;

} // namespace detail

/// The token of a transaction. A transaction that is repeated with its token within ten minutes is not performed again.
struct token {
    explicit token(std::string_view value) : text(value) {}

    std::string text;
};

// Each takes the arguments of the store's member with this name, and holds them: an action may outlive its arguments.

template <detail::action_object T, class... A>
detail::object_action<detail::action_verb::put, T, A...> put(T&& object, A const&... condition) {
    return {std::forward<T>(object), {condition...}};
}
template <detail::action_object T, class... A>
detail::object_action<detail::action_verb::create, T, A...> create(T&& object, A const&... condition) {
    return {std::forward<T>(object), {condition...}};
}
template <detail::action_object T, class... A>
detail::object_action<detail::action_verb::replace, T, A...> replace(T&& object, A const&... condition) {
    return {std::forward<T>(object), {condition...}};
}

template <class E, class... A>
    requires(!std::is_same_v<A, E> && ...)
detail::action<detail::action_verb::update, E, std::nullptr_t, A...> update(A const&... arguments) {
    return {nullptr, {arguments...}};
}
template <detail::action_object T, class... A>
detail::object_action<detail::action_verb::update, T, A...> update(T&& object, A const&... arguments) {
    return {std::forward<T>(object), {arguments...}};
}

template <class E, class... A>
    requires(!std::is_same_v<A, E> && ...)
detail::action<detail::action_verb::upsert, E, std::nullptr_t, A...> upsert(A const&... arguments) {
    return {nullptr, {arguments...}};
}
template <detail::action_object T, class... A>
detail::object_action<detail::action_verb::upsert, T, A...> upsert(T&& object, A const&... arguments) {
    return {std::forward<T>(object), {arguments...}};
}

template <class E, class... A>
    requires(!std::is_same_v<A, E> && ...)
detail::action<detail::action_verb::erase, E, std::nullptr_t, A...> erase(A const&... arguments) {
    return {nullptr, {arguments...}};
}
template <detail::action_object T, class... A>
detail::object_action<detail::action_verb::erase, T, A...> erase(T&& object, A const&... condition) {
    return {std::forward<T>(object), {condition...}};
}

/// Writes nothing: the transaction fails unless the condition holds for the item with this primary key.
template <class E, class... A>
    requires(!std::is_same_v<A, E> && ...)
detail::action<detail::action_verb::check, E, std::nullptr_t, A...> check(A const&... arguments) {
    return {nullptr, {arguments...}};
}
template <detail::action_object T, class... A>
detail::object_action<detail::action_verb::check, T, A...> check(T&& object, A const&... condition) {
    return {std::forward<T>(object), {condition...}};
}

/// A change of the primary key: erases the item of the first object, which must exist, and creates the second, whose key must
/// not exist. Attributes that the entity does not declare are preserved. The condition, if any, is on the item that is erased.
template <detail::action_object From, detail::action_object To, class... A>
detail::move_action<std::remove_cvref_t<From>, std::remove_cvref_t<To>, A...> move(From&& from, To&& to,
                                                                                   A const&... condition) {
    return {std::forward<From>(from), std::forward<To>(to), {condition...}};
}

/// For transact_get: the item with this primary key, given by one == condition per field of the key.
template <class E, class... C>
detail::get_action<E, C...> get(C const&... conditions) {
    return {{conditions...}};
}

} // namespace monotable
