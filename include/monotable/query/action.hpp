// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/decimal.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/query/action_rules.hpp>
#include <monotable/query/assignment.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/query/typed_path.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

/// The arguments of a write as data. REQUIRES, for all functions: valid_arguments.
namespace monotable::detail {

/// The closed range of values of a number type.
struct number_range {
    decimal low, high;
};
template <class T>
inline constexpr number_range range_of{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};

/// One action of an update.
struct update_action {
    expression_kind kind = expression_kind::set; ///< set, remove, add or remove_elements
    std::size_t field = 0;
    path_view path;
    expression operand;                  ///< unused for remove
    expression parts = {};               ///< an update with several actions, if this one consists of several
    expression parents = {};             ///< an update that creates the missing parents of the path, outermost first
    expression fits = {};                ///< a condition: the result is in the range of the type at the path
    number_range const* range = nullptr; ///< the range, if a condition cannot express it

    /// True if the action assigns a value that does not depend on the item to a whole field.
    bool is_constant() const noexcept {
        return path.is_attribute() && parts.empty() &&
               (kind == expression_kind::remove ||
                (kind == expression_kind::set && operand.view().is(expression_kind::constant)));
    }
    /// The encoded value; null for absence. REQUIRES: is_constant().
    char const* constant() const noexcept {
        return kind == expression_kind::remove ? nullptr : operand.view().constant().bytes().data();
    }
};

struct write_input {
    std::string* key;       ///< one per field: the encoded value of a condition on the key, or empty
    update_action* actions; ///< room for as many as there are arguments
    std::size_t action_count = 0;
    expression condition = {};
};

template <class E, fixed_string Name, class Type, class V>
struct operand_tree {
    static expression make(V const& v) {
        std::string const encoding = encoded_operand<E, Name, Type>(v);
        return encoding.empty() ? expression() : constant_of(encoding);
    }
};
template <class E, fixed_string Name, class Type, fixed_string Other>
struct operand_tree<E, Name, Type, field<Other>> {
    static expression make(field<Other>) { return expression::path(typed_path<E, Other>::view()); }
};
template <class E, fixed_string Name, class Type, fixed_string Other, class V>
struct operand_tree<E, Name, Type, absent_or<Other, V>> {
    static expression make(absent_or<Other, V> const& v) {
        auto const otherwise = operand_tree<E, Name, Type, V>::make(v.value);
        if (otherwise.empty()) refuse_absent_operand(declaration_of<E>.name, name_list<Name>[0]);
        return expression::make(expression_kind::if_not_exists,
                                {expression::path(typed_path<E, Other>::view()), otherwise});
    }
};
template <class E, fixed_string Name, class Type, bool Minus, class A, class B>
struct operand_tree<E, Name, Type, sum<Minus, A, B>> {
    static expression make(sum<Minus, A, B> const& v) {
        auto const first = operand_tree<E, Name, Type, A>::make(v.first);
        auto const second = operand_tree<E, Name, Type, B>::make(v.second);
        if (first.empty() || second.empty()) refuse_absent_operand(declaration_of<E>.name, name_list<Name>[0]);
        return expression::make(Minus ? expression_kind::minus : expression_kind::plus, {first, second});
    }
};

/// Adds the condition that the sum of the action is in range.
void keep_in_range(update_action& action, number_range const& range);

/// False if the sum of the action, for this item, is out of a range that no condition checks. True if it cannot be
/// computed.
bool is_in_range(update_action const& action, item_view there);

/// The expression list + elements, or elements + list if `in_front`; the list need not exist.
expression appended(path_view path, std::string const& elements, bool in_front);

template <class Container, class... V>
void fill_container(Container& out, value_list<V...> const& values) {
    if constexpr (sizeof...(V) != 0) {
        if constexpr (kind_of<Container>() == kind::set)
            out.insert(value_for<typename Container::value_type>(values.first));
        else out.push_back(value_for<typename Container::value_type>(values.first));
        fill_container(out, values.rest);
    }
}

/// The encoding of a Container with these values.
template <class E, fixed_string Name, class Container, class List>
std::string encoded_elements(List const& values) {
    Container elements;
    try {
        fill_container(elements, values);
    } catch (error const&) {
        rethrow_for_field(declaration_of<E>.name, name_list<Name>[0]);
    }
    return encoded_operand<E, Name, Container>(elements);
}

template <class E>
void take_argument(write_input&, returning_old_t) {}
template <class E>
void take_argument(write_input&, returning_new_t) {}

template <class E, class C>
void take_argument(write_input& out, write_condition<C> const& argument) {
    out.condition = tree_of<E>(argument.condition);
}

template <class E, fixed_string Name, class A, class B>
void take_argument(write_input& out, condition<Name, comparison::equal, A, B> const& argument) {
    using path = typed_path<E, Name>;
    std::string& encoding = out.key[path::field];
    encode_operand<typename path::type>(declaration_of<E>.name, name_list<Name>[0], argument.first, encoding);
    if (encoding.empty()) refuse_absent_operand(declaration_of<E>.name, name_list<Name>[0]);
}

template <class T>
inline constexpr bool is_sum = false;
template <bool Minus, class A, class B>
inline constexpr bool is_sum<sum<Minus, A, B>> = true;

/// Applies to integers only, because other fields have the same range as stored numbers, and not to converted fields,
/// whose old values are not of this type.
template <class E, std::size_t Field, class Type>
void keep_sum_in_range(update_action& action) {
    if constexpr (kind_of<Type>() == kind::integer) {
        if (is_option_of<E>(option_kind::converted, Field)) return;
        keep_in_range(action, range_of<Type>);
        if constexpr (has_earlier_versions<E>())
            if (!action.fits.empty()) action.fits = earlier_versions_of<E>::under_any_name(action.fits);
    }
}

template <class E, fixed_string Name, action_kind Kind, class V>
void take_argument(write_input& out, assignment<Name, Kind, V> const& argument) {
    using path = typed_path<E, Name>;
    using type = typename path::type;
    update_action& action = out.actions[out.action_count++];
    action.field = path::field;
    action.path = path::view();
    if constexpr (Kind == action_kind::assign) {
        if constexpr (!std::is_same_v<V, std::nullopt_t>)
            action.operand = operand_tree<E, Name, type, V>::make(argument.value);
        // Absence removes the attribute, but is stored as NULL in a list, where the position would be lost.
        if (action.operand.empty() && path::end::element) action.operand = expression::constant(value());
        else if (action.operand.empty()) action.kind = expression_kind::remove;
        if constexpr (is_sum<V>) keep_sum_in_range<E, path::field, present_t<type>>(action);
    } else if constexpr (Kind == action_kind::add || Kind == action_kind::subtract) {
        using changed = sum<Kind == action_kind::subtract, field<Name>, V>;
        action.operand = operand_tree<E, Name, type, changed>::make({{}, argument.value});
        keep_sum_in_range<E, path::field, present_t<type>>(action);
    } else if constexpr (Kind == action_kind::append || Kind == action_kind::prepend) {
        action.operand = appended(path::view(), encoded_elements<E, Name, present_t<type>>(argument.value),
                                  Kind == action_kind::prepend);
    } else if constexpr (Kind == action_kind::insert || Kind == action_kind::erase) {
        action.kind = Kind == action_kind::insert ? expression_kind::add : expression_kind::remove_elements;
        action.operand = constant_of(encoded_elements<E, Name, present_t<type>>(argument.value));
    } else {
        action.kind = expression_kind::remove;
    }
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/query/action.ipp>
#endif
