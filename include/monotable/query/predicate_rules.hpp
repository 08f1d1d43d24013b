// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/kind.hpp>
#include <monotable/codec/type_of.hpp>
#include <monotable/codec/value_for.hpp>
#include <monotable/core/type.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/query/typed_path.hpp>
#include <monotable/violation/condition.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace monotable {

template <class E>
class filter;

namespace detail {

template <class Type>
using present_t = typename present<Type>::type;

/// The stored type of T; null if there are several.
template <class T>
constexpr value_type only_form() {
    if constexpr (has_many_forms<T>) return value_type::null;
    else return type_of<T>.stored;
}

template <class T>
inline constexpr bool is_orderable = is_key_type(only_form<T>());

template <class T>
inline constexpr bool is_text = type_of<T>.form == key_form::string || type_of<T>.form == key_form::bytes;

template <class T>
inline constexpr bool is_sized =
    only_form<T>() == value_type::string || only_form<T>() == value_type::binary || is_container(only_form<T>());

/// The type of contains()'s argument for a T; void if it is not applicable.
template <class T>
constexpr auto contained() {
    constexpr kind k = kind_of<T>();
    if constexpr (k == kind::sequence || k == kind::array || k == kind::set)
        return std::type_identity<typename T::value_type>{};
    else if constexpr (is_text<T>) return std::type_identity<T>{};
    else return std::type_identity<void>{};
}
template <class T>
using contained_t = typename decltype(contained<T>())::type;

/// True if stored values of A and B compare like the values.
template <class A, class B>
inline constexpr bool stored_alike =
    std::same_as<A, B> || (only_form<A>() == value_type::number && only_form<B>() == value_type::number);

/// True if the path leads to a stored attribute, or into one; otherwise reports one error.
template <class E, fixed_string Name>
constexpr bool valid_path() {
    using path = typed_path<E, Name>;
    if constexpr (path::end::wrong != condition_rule::none) return report<path::end::wrong, E, named<Name>>();
    else if constexpr (is_option_of<E>(option_kind::not_stored, path::field))
        return report<condition_rule::not_stored, E, named<Name>>();
    else if constexpr (is_option_of<E>(option_kind::key_only, path::field))
        return report<condition_rule::key_only_field, E, named<Name>>();
    else return true;
}

/// True if the path leads to a value that can be compared; otherwise reports one error.
template <class E, fixed_string Name>
constexpr bool valid_tested() {
    if constexpr (!valid_path<E, Name>()) return false;
    else if constexpr (is_option_of<E>(option_kind::converted, typed_path<E, Name>::field))
        return report<condition_rule::converted, E, named<Name>>();
    else return true;
}

template <class E, fixed_string Name, class Type, class V>
constexpr bool valid_operand() {
    if constexpr (comparable_value<Type, V>) return true;
    else return report<condition_rule::other_type, E, named<Name>, Type, V>();
}

constexpr bool is_ordering(comparison op) { return op >= comparison::less && op <= comparison::between; }

template <class E, fixed_string A, fixed_string B, bool Ordering>
constexpr bool valid_field_pair() {
    if constexpr (!valid_tested<E, B>()) return false;
    else if constexpr (A.view() == B.view()) return report<condition_rule::same_field, E, named<A>>();
    else {
        using first = present_t<typename typed_path<E, A>::type>;
        using second = present_t<typename typed_path<E, B>::type>;
        if constexpr (!stored_alike<first, second>)
            return report<condition_rule::two_types, E, named<A>, first, named<B>, second>();
        else if constexpr (Ordering && !is_orderable<first>)
            return report<condition_rule::unordered, E, named<A>, first>();
        else return true;
    }
}

/// The rule that an argument violates which is not a condition.
template <class C>
inline constexpr condition_rule rule_against_predicate = condition_rule::not_a_condition;
template <fixed_string F, action_kind K, class V>
inline constexpr condition_rule rule_against_predicate<assignment<F, K, V>> = condition_rule::assigned;
template <fixed_string F>
inline constexpr condition_rule rule_against_predicate<field<F>> = condition_rule::field_alone;
template <fixed_string F>
inline constexpr condition_rule rule_against_predicate<field_size<F>> = condition_rule::size_alone;

/// The rules for every condition of which C consists; valid() is true, or reports one error.
template <class E, class C>
struct predicate_rules {
    static constexpr bool valid() { return report<rule_against_predicate<C>, E, C>(); }
};

template <class E>
struct predicate_rules<E, filter<E>> {
    static constexpr bool valid() { return true; }
};

template <class E, bool Any, class A, class B>
struct predicate_rules<E, junction<Any, A, B>> {
    static constexpr bool valid() {
        if constexpr (!predicate_rules<E, A>::valid()) return false;
        else return predicate_rules<E, B>::valid();
    }
};

template <class E, class A>
struct predicate_rules<E, negation<A>> : predicate_rules<E, A> {};

template <class E, fixed_string Name, comparison Op, class V>
struct predicate_rules<E, size_condition<Name, Op, V>> {
    static constexpr bool valid() {
        if constexpr (!valid_tested<E, Name>()) return false;
        else if constexpr (!is_sized<present_t<typename typed_path<E, Name>::type>>)
            return report<condition_rule::without_size, E, named<Name>, typename typed_path<E, Name>::type>();
        else return valid_operand<E, Name, std::size_t, V>();
    }
};

template <class E, fixed_string Name, class Type, class List>
inline constexpr bool are_valid_operands = valid_operand<E, Name, Type, typename List::value_type>();
template <class E, fixed_string Name, class Type, class... V>
inline constexpr bool are_valid_operands<E, Name, Type, value_list<V...>> = (valid_operand<E, Name, Type, V>() && ...);

template <class E, fixed_string Name, comparison Op, class A, class B>
struct predicate_rules<E, condition<Name, Op, A, B>> {
    static constexpr bool valid() {
        constexpr bool of_any_type = Op == comparison::exists || Op == comparison::absent || Op == comparison::is_type;
        if constexpr (!valid_path<E, Name>()) {
            return false;
        } else if constexpr (of_any_type && typed_path<E, Name>::whole) {
            return true;
        } else if constexpr (!valid_tested<E, Name>()) {
            return false;
        } else if constexpr (of_any_type) {
            return true;
        } else {
            using type = typename typed_path<E, Name>::type;
            using value = present_t<type>;
            if constexpr (is_field<A>) return valid_field_pair<E, Name, field_name<A>, is_ordering(Op)>();
            else if constexpr (is_ordering(Op) && !is_orderable<value>)
                return report<condition_rule::unordered, E, named<Name>, value>();
            else if constexpr (Op == comparison::begins_with && !is_text<value>)
                return report<condition_rule::not_text, E, named<Name>, value>();
            else if constexpr (Op == comparison::in) return are_valid_operands<E, Name, type, A>;
            else if constexpr (Op == comparison::contains) return valid_contained<contained_t<value>>();
            else if constexpr (!valid_operand<E, Name, type, A>()) return false;
            else if constexpr (Op == comparison::between) return valid_operand<E, Name, type, B>();
            else return true;
        }
    }

  private:
    template <class Part>
    static constexpr bool valid_contained() {
        if constexpr (std::is_void_v<Part>)
            return report<condition_rule::not_a_container, E, named<Name>, typename typed_path<E, Name>::type>();
        else return valid_operand<E, Name, Part, A>();
    }
};

/// True if C is a condition that fits E; otherwise reports one error.
template <class E, class C>
constexpr bool valid_predicate() {
    return predicate_rules<E, C>::valid();
}

} // namespace detail

} // namespace monotable
