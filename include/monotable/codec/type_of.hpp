// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/associative.hpp>
#include <monotable/codec/codec.hpp>
#include <monotable/codec/enumeration.hpp>
#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/nested.hpp>
#include <monotable/codec/optional.hpp>
#include <monotable/codec/scalar.hpp>
#include <monotable/codec/sequence.hpp>
#include <monotable/codec/time.hpp>
#include <monotable/codec/variant.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/violation/codec.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

/// type_of<T> and storable<T>: the codec of a type, and the rules for which a type cannot be stored.
namespace monotable {
namespace detail {

template <class T>
consteval type_rule find_rule();

/// The rule for which T cannot be stored. Members of a struct are not examined, since they can contain the struct.
template <class T>
inline constexpr type_rule broken_rule = find_rule<T>();

constexpr type_rule first_of(std::initializer_list<type_rule> list) {
    for (auto const each : list)
        if (each != type_rule::none) return each;
    return type_rule::none;
}

template <class T>
consteval type_rule element_rule() {
    if constexpr (broken_rule<T> != type_rule::none) return broken_rule<T>;
    else return std::default_initializable<T> ? type_rule::none : type_rule::not_default_constructible;
}

template <class T>
consteval type_rule optional_rule() {
    using value = typename T::value_type;
    if constexpr (broken_rule<value> != type_rule::none) return broken_rule<value>;
    else return may_be_absent<value> ? type_rule::nested_absence : element_rule<value>();
}

template <class T>
consteval type_rule map_rule() {
    if constexpr (!is_map_key<typename T::key_type>) return type_rule::map_key;
    else return element_rule<typename T::mapped_type>();
}

template <class T>
consteval type_rule codec_rule() {
    if constexpr (!complete_codec<T>) return type_rule::incomplete_codec;
    else return element_rule<typename codec<T>::stored>();
}

template <template <class...> class Variant, class... A>
consteval type_rule variant_rule(Variant<A...> const*) {
    constexpr type_rule first = first_of({element_rule<A>()...});
    if constexpr (first != type_rule::none) return first;
    else return are_distinguishable<A...>() ? type_rule::none : type_rule::ambiguous_variant;
}

/// The rule for which an aggregate cannot be reflected.
template <class T>
consteval type_rule flaw_rule() {
    constexpr auto offset = static_cast<std::uint8_t>(flaw_of<T>.what) - static_cast<std::uint8_t>(flaw_kind::base);
    return static_cast<type_rule>(static_cast<std::uint8_t>(type_rule::base) + offset);
}

template <class T>
consteval type_rule find_rule() {
    constexpr kind k = kind_of<T>();
    if constexpr (k == kind::unknown && plain_aggregate<T>) return flaw_rule<T>();
    else if constexpr (k >= kind::first_refused) {
        constexpr auto offset = static_cast<std::uint8_t>(k) - static_cast<std::uint8_t>(kind::first_refused);
        return static_cast<type_rule>(offset + 1);
    } else if constexpr (k == kind::custom) return codec_rule<T>();
    else if constexpr (k == kind::optional) return optional_rule<T>();
    else if constexpr (k == kind::sequence || k == kind::array) return element_rule<typename T::value_type>();
    else if constexpr (k == kind::map) return map_rule<T>();
    else if constexpr (k == kind::set) return element_rule<typename T::key_type>();
    else if constexpr (k == kind::variant) return variant_rule(static_cast<T const*>(nullptr));
    else if constexpr (k == kind::enumeration)
        return enumerators<T>::all.size == 0 ? type_rule::nameless_enumeration : type_rule::none;
    else if constexpr (k == kind::structure)
        return std::is_move_assignable_v<T> ? type_rule::none : type_rule::not_assignable;
    else return type_rule::none;
}

template <class F>
struct broken_rule_of_type {
    static constexpr type_rule value = broken_rule<F>;
};

/// The first member whose type cannot be stored.
template <class T>
consteval violation<type_rule> find_violating_member() {
    for (std::size_t i = 0; i != reflect<T>::size; ++i)
        if (type_rule const why = reflect<T>::template each<broken_rule_of_type, type_rule>[i]; why != type_rule::none)
            return {why, reflect<T>::names[i]};
    return {};
}

/// "member 3": the names of members are unknown if the struct cannot be reflected.
template <std::size_t Number>
consteval auto member_text() {
    fixed_string < Number < 10 ? 8 : Number<100 ? 9 : 10> text;
    for (std::size_t i = 0; i != 7; ++i) text.data[i] = "member "[i];
    for (std::size_t at = text.size(), rest = Number; at != 7; rest /= 10)
        text.data[--at] = static_cast<char>('0' + rest % 10);
    text.data[text.size()] = '\0'; // as in to_fixed
    return text;
}

/// Reports the only error for an aggregate that cannot be reflected.
template <class T>
consteval bool report_flaw() {
    if constexpr (flaw_of<T>.member == 0) return report<flaw_rule<T>(), T>();
    else return report<flaw_rule<T>(), T, named<member_text<flaw_of<T>.member>()>>();
}

/// True if all members can be stored; otherwise reports one error, about the first that cannot. REQUIRES:
/// reflectable<T>.
template <class T>
consteval bool members_are_stored() {
    constexpr violation<type_rule> wrong = find_violating_member<T>();
    if constexpr (wrong.code == type_rule::none) return true;
    else return report<wrong.code, T, named<to_fixed<wrong.subject.size()>(wrong.subject)>>();
}

template <class T>
consteval bool is_stored() {
    if constexpr (broken_rule<T> != type_rule::none) return report<broken_rule<T>, T>();
    else if constexpr (kind_of<T>() == kind::structure && reflectable<T>) return members_are_stored<T>();
    else return true;
}

template <class T>
consteval field_type make_field_type() {
    if constexpr (is_stored<T>()) return binding<T>::type;
    else return {};
}

template <class T, class... Outer>
consteval bool is_storable();

template <class... Outer>
struct storable_inside {
    template <class F>
    struct check {
        static constexpr bool value = is_storable<F, Outer...>();
    };
};

template <class... Outer, template <class...> class Variant, class... A>
consteval bool are_storable(Variant<A...> const*) {
    return (is_storable<A, Outer...>() && ...);
}

/// Checks members recursively, except those of the structs Outer, which contain T.
template <class T, class... Outer>
consteval bool is_storable() {
    constexpr kind k = kind_of<T>();
    if constexpr (broken_rule<T> != type_rule::none) return false;
    else if constexpr (k == kind::custom) return is_storable<typename codec<T>::stored, Outer...>();
    else if constexpr (k == kind::map) return is_storable<typename T::mapped_type, Outer...>();
    else if constexpr (k == kind::optional || k == kind::sequence || k == kind::array || k == kind::set)
        return is_storable<typename T::value_type, Outer...>();
    else if constexpr (k == kind::variant) return are_storable<Outer...>(static_cast<T const*>(nullptr));
    else if constexpr (k == kind::structure && reflectable<T> && !(std::same_as<T, Outer> || ...)) {
        for (bool const each : reflect<T>::template each<storable_inside<T, Outer...>::template check, bool>)
            if (!each) return false;
        return true;
    } else return true;
}

} // namespace detail

/// True if T can be the type of an entity's field, or part of one.
template <class T>
concept storable = detail::is_storable<T>();

} // namespace monotable
