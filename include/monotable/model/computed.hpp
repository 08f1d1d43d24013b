// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/value_for.hpp>
#include <monotable/model/declaration.hpp>
#include <monotable/violation/model.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

/// The functions of computed<> fields, as functions that take addresses.
namespace monotable::detail {

template <auto Function, class E>
constexpr decltype(auto) call_on(E const& object)
    requires requires { Function(object); } || requires { (object.*Function)(); }
{
    if constexpr (requires { Function(object); }) return Function(object);
    else return (object.*Function)();
}

template <class E, class Field, auto Function>
concept works_out = requires(E const& object) {
    call_on<Function>(object);
    requires comparable_value<Field, decltype(call_on<Function>(object))>;
};

template <class E, class Field, auto Function>
void compute(void const* object, void* field) {
    *static_cast<Field*>(field) = value_for<Field>(call_on<Function>(*static_cast<E const*>(object)));
}

using compute_function = void (*)(void const* object, void* field);

template <class E, class Option>
constexpr compute_function function_of() {
    if constexpr (requires { Option::function; }) {
        constexpr std::size_t field = field_index<E>(Option::option.field);
        if constexpr (field != reflect<E>::size) {
            using type = typename reflect<E>::template type<field>;
            if constexpr (works_out<E, type, Option::function>) {
                return &compute<E, type, Option::function>;
            } else {
                constexpr std::string_view name = Option::option.field;
                static_cast<void>(report<model_rule::computed_function, E, named<to_fixed<name.size()>(name)>, type,
                                         std::remove_const_t<decltype(Option::function)>>());
            }
        }
    }
    return nullptr;
}

template <class E, class List>
struct functions;
template <class E, class... O>
struct functions<E, attributes<O...>> {
    static constexpr compute_function all[sizeof...(O) + 1] = {function_of<E, O>()..., nullptr};
};

/// One function for each of the entity's options; null for those that are not computed<>.
template <class E>
constexpr compute_function const* functions_of() {
    return functions<E, typename entity<E>::attributes>::all;
}

} // namespace monotable::detail
